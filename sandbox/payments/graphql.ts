/** The two GraphQL mutations that the official browser SDK sends, matched by their fixed text. No other query is supported. */
import type { FastifyInstance } from 'fastify'

import { tokenizeBankAccount } from './bank/tokenize.ts'
import { isAuthorized } from './client-token.ts'
import type { Gateway } from './gateway.ts'
import { last4Of } from './instruments.ts'
import { findNonce } from './nonces.ts'
import { asParams, group, type Params, text } from './params.ts'
import { type ValidationError, NotFound, Refusal } from './refusal.ts'
import { deletePaymentMethod } from './vault.ts'
import { withFaults } from './with-faults.ts'

export type MutationName = 'tokenizeUsBankAccount' | 'deletePaymentMethodFromSingleUseToken'

const MUTATION_PATTERN =
  /^\s*mutation\s+\w+\s*\(\s*\$input\s*:\s*\w+!\s*\)\s*\{\s*(tokenizeUsBankAccount|deletePaymentMethodFromSingleUseToken)\s*\(\s*input\s*:\s*\$input\s*\)/

type GraphqlRequest = { mutation: MutationName; input: Params }

/** Parses a request body. Returns an error message when it is not a known mutation. */
export function parseGraphql(body: unknown): GraphqlRequest | string {
  const request = asParams(body)
  const name = MUTATION_PATTERN.exec(text(request, 'query') ?? '')?.[1]
  if (!name) return 'The sandbox does not know this query.'
  return { mutation: name as MutationName, input: group(group(request, 'variables'), 'input') }
}

const failure = (errorClass: string, message: string, extra: object = {}) => ({
  data: null,
  errors: [{ message, extensions: { errorClass, ...extra } }],
})

const toGraphqlError =
  (path: string) =>
  ({ attribute, code, message }: ValidationError) => ({
    message,
    path: [path],
    extensions: { errorClass: 'VALIDATION', legacyCode: code, inputPath: ['input', 'usBankAccount', attribute] },
  })

const resolvers: Record<MutationName, (gateway: Gateway, input: Params) => object> = {
  tokenizeUsBankAccount(gateway, input) {
    const { id, instrument } = tokenizeBankAccount(gateway, group(input, 'usBankAccount'))
    return { paymentMethod: { id, details: { last4: last4Of(instrument) } } }
  },
  deletePaymentMethodFromSingleUseToken(gateway, input) {
    const nonce = findNonce(gateway, text(input, 'singleUseTokenId') ?? '')
    if (!nonce?.token) throw new NotFound()
    deletePaymentMethod(gateway, nonce.token)
    return { clientMutationId: null }
  },
}

/** Runs a mutation. As usual in GraphQL the status is always 200, and failures are in `errors`. */
export function executeGraphql(gateway: Gateway, { mutation: name, input }: GraphqlRequest): object {
  try {
    return { data: { [name]: resolvers[name](gateway, input) } }
  } catch (error) {
    if (error instanceof Refusal) return { data: { [name]: null }, errors: error.mistakes.map(toGraphqlError(name)) }
    if (error instanceof NotFound) return failure('NOT_FOUND', 'An object with this ID was not found.')
    throw error
  }
}

/** Mounts the GraphQL endpoint. */
export function graphqlApi(app: FastifyInstance, gateway: Gateway) {
  app.post('/graphql', async (request, reply) => {
    const [, fingerprint] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!isAuthorized(gateway, fingerprint))
      return failure('AUTHENTICATION', 'The client token is invalid or has expired.')
    const graphqlRequest = parseGraphql(request.body)
    if (typeof graphqlRequest === 'string') return failure('VALIDATION', graphqlRequest)
    return withFaults(gateway, 'tokenize', request, reply, () => executeGraphql(gateway, graphqlRequest))
  })
}
