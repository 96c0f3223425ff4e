/** Publishes the declarations of all endpoints as OpenAPI 3.1. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'

import type { Config } from '../config.server.ts'
import {
  FAILURES,
  failureStatuses,
  IDEMPOTENCY_KEYS,
  operationIdOf,
  securityOf,
  tagOf,
  TAGS,
} from '../openapi-operation.ts'
import type { Settings } from '../settings/settings.server.ts'
import { fileEndpoint, isStaffAccess, type AnyEndpoint } from './endpoint.ts'
import { hostCookieName } from './host-cookie.server.ts'
import { serveFile } from './serve.server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The declarations of all served endpoints. */
    endpoints: AnyEndpoint[]
  }
}

type Document = OpenAPIV3_1.Document
type Audience = 'customers' | 'staff'

const METHODS = ['get', 'post', 'put', 'delete'] as const
const JSON_TYPE = 'application/json; charset=utf-8'

const DESCRIPTIONS: Record<Audience, string> = {
  customers: `Search, price, license and download footage. Responses are \`{ data, meta }\`, failures \`{ message, errors }\`. Money is in whole cents.

Log in with \`POST /api/auth/login\` and send its cookies with each request. Requests that change something must also carry the header \`Sec-Fetch-Site: same-origin\`. Guests have a cart of their own, by its cookie.

An address may send 3,000 requests per minute, fewer to endpoints that say so. After a 429 or a 503, wait for the seconds in \`Retry-After\`.`,
  staff:
    'The endpoints behind the admin pages. Each lists the staff access that it requires; to everyone else it is a 404. Conventions are those of the public API.',
}

/** The operation of an endpoint: what its schemas say, and what the rest of its declaration implies. */
const describeOperation = (
  operation: OpenAPIV3_1.OperationObject,
  endpoint: AnyEndpoint,
): OpenAPIV3_1.OperationObject => {
  const { summary, per_minute, max_age_seconds, binary_body, method, idempotency_key } = endpoint
  const notes = [
    per_minute && `At most ${per_minute} requests per minute from one address.`,
    max_age_seconds && `The response may be cached for ${max_age_seconds} seconds.`,
  ].filter(Boolean)
  const parameters = [
    ...(operation.parameters ?? []),
    ...(method === 'GET' || idempotency_key === 'ignored'
      ? []
      : [{ $ref: `#/components/parameters/${idempotency_key === 'required' ? 'RequiredKey' : 'OptionalKey'}` }]),
  ]
  const binary = { schema: { type: 'string', format: 'binary' } } as const
  return {
    ...operation,
    summary,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(binary_body && {
      requestBody: { required: true, content: Object.fromEntries(binary_body.map(type => [type, binary])) },
    }),
    responses: {
      ...operation.responses,
      ...Object.fromEntries(
        failureStatuses(endpoint).map(status => [status, { $ref: `#/components/responses/${FAILURES[status].name}` }]),
      ),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

const FAILURE_SCHEMA: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string', description: 'A sentence for users.' },
    errors: {
      type: 'object',
      description: 'Messages by field. Nested fields have their path with dots.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    meta: { type: 'object', description: 'Details that a client may act on.' },
  },
}

const failureResponse = (description: string, isTemporary: boolean): OpenAPIV3_1.ResponseObject => ({
  description,
  ...(isTemporary && {
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

const componentsOf = (
  schemas: OpenAPIV3_1.ComponentsObject['schemas'],
  config: Pick<Config, 'public_url'>,
): OpenAPIV3_1.ComponentsObject => ({
  schemas: { ...schemas, Failure: FAILURE_SCHEMA },
  responses: {
    Failure: failureResponse('Any other failure', false),
    ...Object.fromEntries(
      Object.entries(FAILURES).map(([status, { name, description }]) => [
        name,
        failureResponse(description, status === '429' || status === '503'),
      ]),
    ),
  },
  parameters: IDEMPOTENCY_KEYS,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: hostCookieName(config, 'session'),
      description: 'The session of a login.',
    },
  },
})

/** Returns the names of the components that a part of the document refers to, also through other components. */
const usedComponents = (part: unknown, components: OpenAPIV3_1.ComponentsObject, used = new Set<string>()) => {
  for (const [, ref = ''] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
    if (used.has(ref)) continue
    used.add(ref)
    const [kind = '', name = ''] = ref.split('/')
    usedComponents((components as Record<string, Record<string, unknown>>)[kind]?.[name] ?? null, components, used)
  }
  return used
}

const pruneComponents = (paths: Document['paths'], components: OpenAPIV3_1.ComponentsObject) => {
  const used = usedComponents(paths, components)
  const usedComponentEntries = Object.entries(components).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes'
      ? parts
      : Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`))),
  ])
  return Object.fromEntries(usedComponentEntries) as OpenAPIV3_1.ComponentsObject
}

/** Returns the document of the endpoints for customers, or for staff. */
const documentFor = (audience: Audience, document: Document, staffIds: ReadonlySet<string>, shop: string): Document => {
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).flatMap(([path, operations = {}]) => {
      const selected = METHODS.flatMap(method => {
        const operation = operations[method]
        const isStaff = staffIds.has(operation?.operationId ?? '')
        return operation && isStaff === (audience === 'staff') ? [[method, operation] as const] : []
      })
      return selected.length > 0 ? [[path, Object.fromEntries(selected)] as const] : []
    }),
  )
  const tags = new Set(
    Object.values(paths).flatMap(operations => METHODS.flatMap(method => operations[method]?.tags ?? [])),
  )
  return {
    ...document,
    info: {
      ...document.info,
      title: audience === 'staff' ? `${shop} staff API` : `${shop} API`,
      contact: { ...document.info.contact, name: `${shop} support` },
      description: DESCRIPTIONS[audience],
    },
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, { title, description }]) => ({ name, description, 'x-displayName': title })),
    paths,
    components: pruneComponents(paths, document.components ?? {}),
  }
}

/**
 * Registers validation by the endpoints' schemas and publishes them as OpenAPI 3.1: customer endpoints at
 * /api/openapi.json, staff endpoints at /api/admin/openapi.json.
 */
export const registerOpenApi = async (
  app: FastifyInstance,
  { config, settings }: { config: Pick<Config, 'public_url'>; settings: Pick<Settings, 'company'> },
) => {
  const endpoints: AnyEndpoint[] = []
  app.decorate('endpoints', endpoints)
  app.addHook('onRoute', ({ method, config, schema }) => {
    if (method !== 'HEAD' && config?.endpoint && !schema?.hide) endpoints.push(config.endpoint)
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'API',
        version: '1',
        termsOfService: `${config.public_url}/terms-and-conditions`,
        contact: { url: `${config.public_url}/contact` },
        license: { name: 'Terms and conditions', url: `${config.public_url}/terms-and-conditions` },
      },
      servers: [{ url: '/', description: 'The shop that serves this document' }],
    },
    transform: route => {
      const { schema, url } = jsonSchemaTransform(route)
      const { endpoint } = route.route.config ?? {}
      return { url, schema: endpoint ? { ...schema, operationId: operationIdOf(endpoint) } : schema }
    },
    transformObject: input => {
      const document = jsonSchemaTransformObject(input) as Document
      const byId = new Map(endpoints.map(endpoint => [operationIdOf(endpoint), endpoint]))
      for (const operations of Object.values(document.paths ?? {}))
        for (const method of METHODS) {
          const operation = operations?.[method]
          const endpoint = byId.get(operation?.operationId ?? '')
          if (operation && endpoint) Object.assign(operation, describeOperation(operation, endpoint))
        }
      return { ...document, components: componentsOf(document.components?.schemas, config) }
    },
  })

  const texts = new Map<string, string>()
  const loadText = (audience: Audience) => {
    const { name } = settings.company()
    const key = `${audience} ${name}`
    let text = texts.get(key)
    if (text === undefined) {
      const staffIds = new Set(endpoints.filter(({ who }) => isStaffAccess(who)).map(operationIdOf))
      text = JSON.stringify(documentFor(audience, app.swagger() as Document, staffIds, name))
      texts.set(key, text)
    }
    return text
  }
  serveFile(
    app,
    fileEndpoint('/api/openapi.json', {
      summary: 'Get this description of the API',
      tag: 'documentation',
      who: 'anyone',
      masquerade: 'allowed',
      file: 'application/json',
    }),
    async ({ reply }) => reply.type(JSON_TYPE).send(loadText('customers')),
  )
  serveFile(
    app,
    fileEndpoint('/api/admin/openapi.json', {
      summary: 'Get this description of the staff endpoints',
      who: 'staff',
      file: 'application/json',
    }),
    async ({ reply }) => reply.type(JSON_TYPE).send(loadText('staff')),
  )
}
