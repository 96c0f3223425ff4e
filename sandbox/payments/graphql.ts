/** The two GraphQL mutations that the official browser SDK sends. It is read by its fixed texts; nothing else is understood. */
import type { FastifyInstance } from 'fastify'

import { tokenizeAccount } from './bank/tokenize.ts'
import { isAuthorized } from './client-token.ts'
import { faulty } from './faulty.ts'
import type { Gateway } from './gateway.ts'
import { last4Of } from './instruments.ts'
import { asParams, group, type Params, text } from './params.ts'
import { type Mistake, Missing, Refusal } from './refusal.ts'
import { findNonce } from './tokens.ts'
import { deletePaymentMethod } from './vault.ts'

export type Mutation = 'tokenizeUsBankAccount' | 'deletePaymentMethodFromSingleUseToken'

const mutation =
  /^\s*mutation\s+\w+\s*\(\s*\$input\s*:\s*\w+!\s*\)\s*\{\s*(tokenizeUsBankAccount|deletePaymentMethodFromSingleUseToken)\s*\(\s*input\s*:\s*\$input\s*\)/

type Request = { mutation: Mutation; input: Params }

/** What a body asks for; a sentence when it is no mutation known here. */
export function readGraphql(body: unknown): Request | string {
  const request = asParams(body)
  const name = mutation.exec(text(request, 'query') ?? '')?.[1]
  if (!name) return 'The sandbox does not know this query.'
  return { mutation: name as Mutation, input: group(group(request, 'variables'), 'input') }
}

const failure = (errorClass: string, message: string, more: object = {}) => ({
  data: null,
  errors: [{ message, extensions: { errorClass, ...more } }],
})

const asError =
  (path: string) =>
  ({ attribute, code, message }: Mistake) => ({
    message,
    path: [path],
    extensions: { errorClass: 'VALIDATION', legacyCode: code, inputPath: ['input', 'usBankAccount', attribute] },
  })

const work: Record<Mutation, (gateway: Gateway, input: Params) => object> = {
  tokenizeUsBankAccount(gateway, input) {
    const { id, instrument } = tokenizeAccount(gateway, group(input, 'usBankAccount'))
    return { paymentMethod: { id, details: { last4: last4Of(instrument) } } }
  },
  deletePaymentMethodFromSingleUseToken(gateway, input) {
    const nonce = findNonce(gateway, text(input, 'singleUseTokenId') ?? '')
    if (!nonce?.token) throw new Missing()
    deletePaymentMethod(gateway, nonce.token)
    return { clientMutationId: null }
  },
}

/** Answers a mutation as GraphQL does: always 200, with what went wrong in `errors`. */
export function answerGraphql(gateway: Gateway, { mutation: name, input }: Request): object {
  try {
    return { data: { [name]: work[name](gateway, input) } }
  } catch (error) {
    if (error instanceof Refusal) return { data: { [name]: null }, errors: error.mistakes.map(asError(name)) }
    if (error instanceof Missing) return failure('NOT_FOUND', 'An object with this ID was not found.')
    throw error
  }
}

/** Mounts the door. */
export function graphqlApi(app: FastifyInstance, gateway: Gateway) {
  app.post('/graphql', async (request, reply) => {
    const [, fingerprint] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!isAuthorized(gateway, fingerprint))
      return failure('AUTHENTICATION', 'The client token is not one of this sandbox, or has run out.')
    const asked = readGraphql(request.body)
    if (typeof asked === 'string') return failure('VALIDATION', asked)
    return faulty(gateway, 'tokenize', request, reply, () => answerGraphql(gateway, asked))
  })
}
