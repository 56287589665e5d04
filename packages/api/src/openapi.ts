import {
  completionErrorSchema,
  errorBodySchema,
  errorCatalog,
  routes,
  type Access,
  type ErrorCode,
  type Route,
} from '@patchbay/contracts';
import { z } from 'zod';
import { isForOpenAi } from './completions/to-completion.ts';

type Json = Record<string, unknown>;

/** Failures that every route with a policy can have. */
const guarded: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'STORE_UNAVAILABLE'];
const withInput: readonly ErrorCode[] = ['INPUT_INVALID'];
const withBody: readonly ErrorCode[] = [
  'INPUT_INVALID',
  'REQUEST_MALFORMED',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
];

/** OpenAPI 3.1, made from the schemas that validate, so it cannot say anything else than they do. */
export function createOpenApi(version: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = describeRoute(name, route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Patchbay', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeRoute(name: string, route: Route, schemas: Json): Json {
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: describeAccess(route.access),
    ...(route.access === 'open' && { security: [] }),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body && { requestBody: { required: true, content: json(route.body, 'input', schemas) } }),
    responses: describeResponses(route, schemas),
  };
}

function describeAccess(access: Access): string {
  if (access === 'open') return 'Open: needs no key.';
  const { role, permission } = access;
  return `Needs the role ${role}${permission ? ` and the permission ${permission}` : ''}.`;
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function describeResponses(route: Route, schemas: Json): Json {
  const { answer, status, alsoAnswers = [], errors = [] } = route;
  const good = [status, ...alsoAnswers].map((code) => [
    code,
    { description: 'The answer.', ...describeAnswer(answer, schemas) },
  ]);
  const codes = [
    ...errors,
    ...(route.access === 'open' ? [] : guarded),
    ...(route.body ? withBody : []),
    ...(route.query || route.params ? withInput : []),
  ];
  const failure = isForOpenAi(route.path) ? completionErrorSchema : errorBodySchema;
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalog[code].status);
  const failed = [...byStatus].map(([code, names]) => [
    code,
    { description: names.join(', '), content: json(failure, 'output', schemas) },
  ]);
  return Object.fromEntries([...failed, ...good]) as Json;
}

function describeAnswer(answer: Route['answer'], schemas: Json): Json {
  if (answer === 'nothing') return {};
  return { content: typeof answer === 'string' ? { [answer]: {} } : json(answer, 'output', schemas) };
}

/** Schemas that have a name go to the components and are referred to. */
function json(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema, $defs = {}, ...body } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Json };
  for (const [name, named] of Object.entries($defs)) schemas[name] = refer(named);
  return { 'application/json': { schema: refer(body) } };
}

/** zod refers to definitions within each schema; in OpenAPI they stand together. */
function refer(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
