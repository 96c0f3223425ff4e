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

import { isStaffAccess, type EndpointAccess } from './endpoint.ts'
import { requireAccess } from './serve.server.ts'

/** The schema of every refusal, whatever its status. */
const failureSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string', description: 'A sentence for a person.' },
    errors: {
      type: 'object',
      description: 'Texts by field; nested fields by their path with dots.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    meta: { type: 'object', description: 'Details that a client may act on.' },
  },
}

const addFailureResponses = (document: OpenAPIV3_1.Document): OpenAPIV3_1.Document => {
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Failure: failureSchema } }
  const refusal = {
    description: 'A refusal (4xx) or a server fault (5xx)',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
  for (const path of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const operation = path?.[method]
      if (operation) operation.responses = { ...operation.responses, default: refusal }
    }
  return document
}

const METHODS = ['get', 'post', 'put', 'delete'] as const

/** Adds who may call the endpoint, and whether staff who act as a customer may. Published documents omit both. */
const addAccess = (
  { schema, url }: ReturnType<typeof jsonSchemaTransform>,
  endpoint: FastifyContextConfig['endpoint'],
) => ({
  url,
  schema: { ...schema, 'x-who': endpoint?.who ?? 'anyone', 'x-masquerade': endpoint?.masquerade ?? 'denied' },
})

/** Returns the part of the API description for staff, or the part for everyone else. */
const filterDocument = (document: OpenAPIV3_1.Document, isForStaff: boolean): OpenAPIV3_1.Document => {
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, operations = {}]) => {
    const operationsInPart = METHODS.flatMap(method => {
      const operation: DocumentedOperation | undefined = operations[method]
      if (!operation || isStaffAccess(operation['x-who'] ?? 'anyone') !== isForStaff) return []
      const { 'x-who': _who, 'x-masquerade': _masquerade, ...published } = operation
      return [[method, published] as const]
    })
    return operationsInPart.length > 0 ? [[path, Object.fromEntries(operationsInPart)] as const] : []
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

type DocumentedOperation = OpenAPIV3_1.OperationObject & { 'x-who'?: EndpointAccess; 'x-masquerade'?: string }

/**
 * Registers validation by the endpoints' schemas and publishes them as OpenAPI 3.1: customer endpoints at
 * /api/openapi.json, staff endpoints at /api/admin/openapi.json.
 */
export const registerOpenApi = async (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Longtake', version: '1', description: 'Find, license and download footage.' },
    },
    transform: route => addAccess(jsonSchemaTransform(route), route.route.config?.endpoint),
    transformObject: document => addFailureResponses(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document),
  })
  const customerAccess = { who: 'anyone', masquerade: 'allowed' } as const
  app.get('/api/openapi.json', { schema: { hide: true }, config: { endpoint: customerAccess } }, async () =>
    filterDocument(app.swagger() as OpenAPIV3_1.Document, false),
  )
  const staffAccess = { who: 'staff' } as const
  app.get(
    '/api/admin/openapi.json',
    {
      schema: {
        summary: 'The description of the endpoints for staff, as OpenAPI 3.1',
        tags: ['admin'],
        response: { 200: { description: 'The document', content: { 'application/json': { schema: z.unknown() } } } },
      },
      preValidation: async request => requireAccess(staffAccess, request.actor),
      config: { endpoint: staffAccess },
    },
    async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(filterDocument(app.swagger() as OpenAPIV3_1.Document, true))),
  )
}
