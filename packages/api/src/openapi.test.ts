import { routes, type Route } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from './openapi.ts';

const document = createOpenApi('1.2.3');
const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>;
const { schemas } = document['components'] as { schemas: Record<string, unknown> };

describe('the OpenAPI description', () => {
  it.each(Object.entries<Route>(routes))('has %s with its method, access and answers', (name, route) => {
    const described = paths[route.path]?.[route.method.toLowerCase()];
    expect(described).toMatchObject({ operationId: name, summary: route.summary });
    expect(described?.['security']).toEqual(route.access === 'open' ? [] : undefined);
    expect(Object.keys(described?.['responses'] as object)).toContain(String(route.status));
  });

  it.each(Object.values<Route>(routes).filter(({ access }) => access !== 'open'))(
    'has the refusals of $method $path in the shape that its clients read',
    ({ path, method }) => {
      const name = path.startsWith('/v1/') ? 'CompletionError' : 'Error';
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(paths[path]?.[method.toLowerCase()]).toMatchObject({
        responses: { 401: { content: { 'application/json': { schema } } } },
      });
    },
  );

  it('describes a failure at /v1 as OpenAI has it', () => {
    expect(schemas['CompletionError']).toMatchObject({
      properties: { error: { required: ['message', 'type', 'param', 'code'] } },
    });
  });

  it('refers only to schemas that it has', () => {
    const wanted = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(wanted.length).toBeGreaterThan(5);
    for (const ref of wanted)
      expect(Object.keys(schemas)).toContain(ref.replace('#/components/schemas/', ''));
  });

  it('describes the fields of a body as the schema takes them', () => {
    expect(schemas['CreateKey']).toMatchObject({
      type: 'object',
      required: ['name', 'roles'],
      properties: { roles: { items: { enum: ['viewer', 'operator', 'approver', 'admin'] } } },
      additionalProperties: false,
    });
  });

  it('lists path and query parameters', () => {
    expect(paths['/api/keys/{id}']?.['delete']?.['parameters']).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ]);
    expect(paths['/api/events']?.['get']?.['parameters']).toMatchObject([
      { name: 'after', in: 'query', required: false },
    ]);
  });
});
