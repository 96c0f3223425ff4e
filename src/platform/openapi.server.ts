import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'

/** What every refusal looks like, whatever its status. */
const failure: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string', description: 'A sentence for a person.' },
    errors: {
      type: 'object',
      description: 'Texts by field; nested fields by their path with dots.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    meta: { type: 'object', description: 'Facts that a client may act on.' },
  },
}

const withFailures = (document: OpenAPIV3_1.Document): OpenAPIV3_1.Document => {
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Failure: failure } }
  const refusal = {
    description: 'A refusal (4xx), or a fault of ours (5xx)',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
  for (const path of Object.values(document.paths ?? {}))
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      const operation = path?.[method]
      if (operation) operation.responses = { ...operation.responses, default: refusal }
    }
  return document
}

/** Whether staff who act as a customer may call it, from the endpoint's declaration. */
const withAccess = (
  { schema, url }: ReturnType<typeof jsonSchemaTransform>,
  endpoint: FastifyContextConfig['endpoint'],
) => ({ url, schema: { ...schema, 'x-masquerade': endpoint?.masquerade ?? 'denied' } })

/** Validation by each endpoint's own shapes, and the same shapes as OpenAPI 3.1 at /api/openapi.json. */
export const describeApi = async (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Longtake', version: '1', description: 'Find, license and download footage.' },
    },
    transform: given => withAccess(jsonSchemaTransform(given), given.route.config?.endpoint),
    transformObject: document => withFailures(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document),
  })
  const config = { endpoint: { who: 'anyone', masquerade: 'allowed' } } as const
  app.get('/api/openapi.json', { schema: { hide: true }, config }, async () => app.swagger())
}
