/** Responses to the server SDK: XML with a status, and validation errors nested by scope. */
import type { FastifyReply } from 'fastify'

import type { Params } from './params.ts'
import { type ValidationError, NotFound, Refusal } from './refusal.ts'
import { type Xml, xmlDocument } from './xml.ts'

export type XmlResponse = { status: number; xml: string }

export const ok = (name: string, value: Xml, status = 200): XmlResponse => ({ status, xml: xmlDocument(name, value) })

/** Runs `work` and returns an empty 200 response. */
export function respondEmpty(work: () => void): XmlResponse {
  work()
  return { status: 200, xml: '' }
}

/** Returns the value, or throws the 404 error when it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new NotFound()
  return value
}

/** Runs `work`. A `Refusal` becomes a 422 response and a missing record a 404. */
export function attempt(params: Params, work: () => XmlResponse): XmlResponse {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return errorResponse(error.scope, error.mistakes, params, error.message)
    if (error instanceof NotFound) return { status: 404, xml: '' }
    throw error
  }
}

/** A 422 response with the errors in their scope. `extra` adds elements such as a declined transaction. */
export function errorResponse(
  scope: string[],
  mistakes: ValidationError[],
  params: Params,
  message: string,
  extra: { [key: string]: Xml } = {},
): XmlResponse {
  const innermost: Xml = { errors: mistakes.map(({ code, attribute, message }) => ({ code, attribute, message })) }
  const errors = scope.reduceRight<{ [key: string]: Xml }>((inner, name) => ({ errors: [], [name]: inner }), innermost)
  return { status: 422, xml: xmlDocument('api_error_response', { errors, params: echo(params), message, ...extra }) }
}

/** The request parameters for an error response, without card data and without names that are invalid in XML. */
export function echo(value: unknown): Xml {
  if (Array.isArray(value)) return value.map(echo)
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).filter(([name]) => name !== 'credit_card' && /^[a-z][\w-]*$/i.test(name))
  return Object.fromEntries(entries.map(([name, child]) => [name, echo(child)]))
}

export function send(reply: FastifyReply, { status, xml }: XmlResponse) {
  reply.code(status)
  // The SDK accepts a response without a body only when it is completely empty.
  return xml ? reply.type('application/xml; charset=utf-8').send(xml) : reply.send()
}
