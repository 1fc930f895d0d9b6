import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { WORTH_COMPRESSING, compressBrotli, compressGzip, encodingFor } from '#server/http/kept-answer.ts';

const IS_TEXT = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json|image\/svg\+xml)/;
/** What is made for one person is compressed while somebody waits for it. */
const FAST = 4;

/**
 * Compresses whatever was not compressed where it was kept: answers and pages of one person, files for those
 * who take no brotli. A stream of events is sent as it comes.
 */
export const compressAnswers = (): MiddlewareHandler<AppEnv> => async (c, next) => {
  await next();
  const { res } = c;
  if (!IS_TEXT.test(res.headers.get('Content-Type') ?? '') || res.headers.has('Content-Encoding')) return;
  const vary = res.headers.get('Vary');
  if (!vary?.includes('Accept-Encoding'))
    res.headers.set('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
  const encoding = encodingFor(c.req.header('Accept-Encoding'));
  const isShort = Number(res.headers.get('Content-Length') ?? Infinity) < WORTH_COMPRESSING;
  if (encoding === null || isShort || res.body === null || c.req.method === 'HEAD') return;
  const plain = new Uint8Array(await res.arrayBuffer());
  const headers = new Headers(res.headers);
  headers.delete('Content-Length');
  if (plain.length >= WORTH_COMPRESSING) headers.set('Content-Encoding', encoding);
  const body =
    plain.length < WORTH_COMPRESSING
      ? plain
      : await (encoding === 'br' ? compressBrotli(plain, FAST) : compressGzip(plain));
  c.res = undefined;
  c.res = new Response(new Uint8Array(body), { status: res.status, headers });
};
