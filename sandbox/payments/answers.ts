/** Answers to the server SDK: XML and a status, refusals as nested errors. */
import type { FastifyReply } from 'fastify'

import type { Params } from './params.ts'
import { type Mistake, Missing, Refusal } from './refusal.ts'
import { type Xml, xmlDocument } from './xml.ts'

export type Answer = { status: number; xml: string }

export const ok = (name: string, value: Xml, status = 200): Answer => ({ status, xml: xmlDocument(name, value) })

/** Does something that there is nothing to say about. */
export function done(work: () => void): Answer {
  work()
  return { status: 200, xml: '' }
}

/** What was looked for, or 404. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Missing()
  return value
}

/** Does the work, turning a refusal into its 422 and a missing thing into 404. */
export function attempt(params: Params, work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return refused(error.scope, error.mistakes, params, error.message)
    if (error instanceof Missing) return { status: 404, xml: '' }
    throw error
  }
}

/** A no, with its mistakes in their scope; `extra` is what came of it all the same, such as a declined transaction. */
export function refused(
  scope: string[],
  mistakes: Mistake[],
  params: Params,
  message: string,
  extra: { [key: string]: Xml } = {},
): Answer {
  const innermost: Xml = { errors: mistakes.map(({ code, attribute, message }) => ({ code, attribute, message })) }
  const errors = scope.reduceRight<{ [key: string]: Xml }>((inner, name) => ({ errors: [], [name]: inner }), innermost)
  return { status: 422, xml: xmlDocument('api_error_response', { errors, params: echo(params), message, ...extra }) }
}

/** The request as an error answer repeats it, without anything that could be a card, and without names that XML cannot carry. */
export function echo(value: unknown): Xml {
  if (Array.isArray(value)) return value.map(echo)
  if (typeof value !== 'object' || value === null) return String(value)
  const kept = Object.entries(value).filter(([name]) => name !== 'credit_card' && /^[a-z][\w-]*$/i.test(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, echo(each)]))
}

export function send(reply: FastifyReply, { status, xml }: Answer) {
  reply.code(status)
  // The SDK takes an answer without a body only when it is truly empty.
  return xml ? reply.type('application/xml; charset=utf-8').send(xml) : reply.send()
}
