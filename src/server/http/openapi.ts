import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem, problems } from '#contract/problem-list.ts';
import { ANYWHERE, refusalsOf } from '#contract/refusals.ts';

type Json = Record<string, unknown>;

/**
 * JSON Schema of what is sent (`input`) or answered (`output` of the wire is also the schema's input).
 * Conversions have no JSON Schema: they are left out.
 */
function schemaOf(schema: v.GenericSchema): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return rest as Json; // a JSON Schema is a JSON object
}

/** Names and schemas of the entries of an object schema, for parameters. */
function parametersOf(schema: v.GenericSchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  }; // params and queries are object schemas
  return Object.entries(properties).map(([name, definition]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: definition,
  }));
}

const security: Record<Endpoint['audience'], Json[]> = {
  public: [],
  internal: [],
  optional: [{}, { bearer: [] }, { lead: [] }],
  bearer: [{ bearer: [] }],
  lead: [{ lead: [] }],
  buyer: [{ bearer: [] }, { lead: [] }],
  signup: [{ signup: [] }],
  staff: [{ staff: [] }],
};

function operationOf(endpoint: Endpoint): Json {
  const refused = (codes: readonly string[]) => ({
    description: codes.join(', '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => problems[code].status);
  const refusals = [
    ...[...byStatus].map(([status, codes]) => [status, refused(codes)]),
    ['default', refused(ANYWHERE)],
  ];
  const success = {
    description: 'OK',
    ...(endpoint.response && endpoint.status !== 204
      ? { content: { 'application/json': { schema: schemaOf(endpoint.response) } } }
      : {}),
  };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Source: ${endpoint.source}.`,
    security: security[endpoint.audience],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.headers ?? []).map((name) => ({
        name,
        in: 'header',
        required: false,
        schema: { type: 'string' },
      })),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body) } },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: success,
      ...Object.fromEntries(
        (endpoint.also ?? []).map((status) => [
          status,
          status === 202
            ? { ...success, description: 'Waits for another person' }
            : { description: 'OK, nothing to say' },
        ]),
      ),
      ...Object.fromEntries(refusals),
    },
  };
}

/** The OpenAPI 3.1 document of everything that was registered. */
export function openApiOf(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      description:
        'Every call of the shop. Money is reais with at most two decimals, times are ISO-8601 UTC. The host decides the tenant.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        staff: { type: 'http', scheme: 'bearer' },
        lead: { type: 'apiKey', in: 'header', name: 'X-Lead-Secret' },
        signup: { type: 'apiKey', in: 'header', name: 'X-Signup-Grant' },
      },
    },
  };
}
