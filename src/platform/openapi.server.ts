import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'

import { isOurs, type Who } from './endpoint.ts'
import { admit } from './serve.server.ts'

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
    for (const method of methods) {
      const operation = path?.[method]
      if (operation) operation.responses = { ...operation.responses, default: refusal }
    }
  return document
}

const methods = ['get', 'post', 'put', 'delete'] as const

/** From the endpoint's declaration: who may call it, and whether staff who act as a customer may. They are in no published document. */
const withAccess = (
  { schema, url }: ReturnType<typeof jsonSchemaTransform>,
  endpoint: FastifyContextConfig['endpoint'],
) => ({
  url,
  schema: { ...schema, 'x-who': endpoint?.who ?? 'anyone', 'x-masquerade': endpoint?.masquerade ?? 'denied' },
})

/** The part of the whole description that is for staff, or the part that is for everybody else. */
const partFor = (whole: OpenAPIV3_1.Document, isForStaff: boolean): OpenAPIV3_1.Document => {
  const paths = Object.entries(whole.paths ?? {}).flatMap(([path, operations = {}]) => {
    const part = methods.flatMap(method => {
      const operation: Operation | undefined = operations[method]
      if (!operation || isOurs(operation['x-who'] ?? 'anyone') !== isForStaff) return []
      const { 'x-who': _who, 'x-masquerade': _masquerade, ...published } = operation
      return [[method, published] as const]
    })
    return part.length > 0 ? [[path, Object.fromEntries(part)] as const] : []
  })
  return { ...whole, paths: Object.fromEntries(paths) }
}

type Operation = OpenAPIV3_1.OperationObject & { 'x-who'?: Who; 'x-masquerade'?: string }

/** Validation by each endpoint's own shapes, and the same shapes as OpenAPI 3.1: what customers call at /api/openapi.json, what staff call at /api/admin/openapi.json. */
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
  const forCustomers = { who: 'anyone', masquerade: 'allowed' } as const
  app.get('/api/openapi.json', { schema: { hide: true }, config: { endpoint: forCustomers } }, async () =>
    partFor(app.swagger() as OpenAPIV3_1.Document, false),
  )
  const forStaff = { who: 'staff' } as const
  app.get(
    '/api/admin/openapi.json',
    {
      schema: {
        summary: 'The description of the endpoints for staff, as OpenAPI 3.1',
        tags: ['admin'],
        response: { 200: { description: 'The document', content: { 'application/json': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(forStaff, request.actor),
      config: { endpoint: forStaff },
    },
    async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(partFor(app.swagger() as OpenAPIV3_1.Document, true))),
  )
}
