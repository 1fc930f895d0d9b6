import { noticesActors } from '#actors/notices.ts';
import type { Client } from '#api/client.ts';
import { noticesMachine } from '#machines/notices.machine.ts';

/** What says notices: it comes ahead while the page rests, or with the first of them. */
export const noticesLogic = (api: Client): typeof noticesMachine =>
  noticesMachine.provide({ actors: noticesActors(api) });
