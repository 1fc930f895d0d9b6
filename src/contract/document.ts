import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Bag, Slug, Text } from './scalars.ts';

export const collections = [
  'defaults',
  'likings',
  'routes',
  'pwa',
  'status',
  'shippingCompanies',
  'surveys',
] as const;
const Collection = v.picklist(collections);
/** An editable piece of copy or settings; its shape belongs to its collection. Rendered as text only. */
export const Document = v.object({ id: v.string(), data: Bag });
export type Document = v.InferOutput<typeof Document>;
export const StatusLabel = v.object({
  delivered: v.string(),
  error: v.string(),
  tone: v.picklist(['ok', 'info', 'warn', 'bad', 'off']),
  icon: v.string(),
  step: v.number(),
});
export type StatusLabel = v.InferOutput<typeof StatusLabel>;

export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/api/documents/{collection}',
  audience: 'public',
  params: v.object({ collection: Collection }),
  response: v.array(Document),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'A whole collection of the document store.',
  source: 'spec §7 External; D59',
  cache: 60,
});
export const getDocument = endpoint({
  name: 'getDocument',
  method: 'GET',
  path: '/api/documents/{collection}/{id}',
  audience: 'public',
  params: v.object({ collection: Collection, id: v.union([Slug, Text(60)]) }),
  response: Document,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'One document.',
  source: 'spec §7 External; D59',
  cache: 60,
});
