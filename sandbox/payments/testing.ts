/** What the sandbox's own tests share. */
import braintree from 'braintree'

import type { Sandbox } from '../start.ts'
import { defaultMerchant } from './gateway.ts'

type Keys = { merchantId?: string; publicKey?: string; privateKey?: string }

/** The official server SDK, pointed at a sandbox the way the shop does it. */
export function sdk({ ports }: Pick<Sandbox, 'ports'>, keys: Keys = {}) {
  const host = '127.0.0.1'
  const Environment = braintree.Environment as unknown as new (...options: unknown[]) => braintree.Environment
  return new braintree.BraintreeGateway({
    environment: new Environment(
      host,
      String(ports.http),
      `http://${host}:${ports.http}`,
      false,
      host,
      String(ports.http),
    ),
    merchantId: defaultMerchant.merchant_id,
    publicKey: defaultMerchant.public_key,
    privateKey: defaultMerchant.private_key,
    ...keys,
  })
}

/** Calls the sandbox's JSON control door. */
export async function control<T>(
  { origins }: Pick<Sandbox, 'origins'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${origins.http}/_control/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

type Browser = { customerId?: string }

/** Calls the browser's door as the browser SDK does, with a client token of its own. */
export async function browser(sandbox: Pick<Sandbox, 'ports' | 'origins'>, { customerId }: Browser = {}) {
  const { clientToken } = await sdk(sandbox).clientToken.generate(customerId ? { customerId } : {})
  const { authorizationFingerprint } = JSON.parse(Buffer.from(clientToken, 'base64').toString()) as {
    authorizationFingerprint: string
  }
  const api = `${sandbox.origins.http}/merchants/${defaultMerchant.merchant_id}/client_api/v1`
  const answerOf = async <T>(response: Response) => ({
    status: response.status,
    answer: (await response.json().catch(() => undefined)) as T,
  })
  const json = { 'content-type': 'application/json' }
  return {
    post: async <T>(path: string, body: object) =>
      answerOf<T>(
        await fetch(`${api}/${path}`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ authorizationFingerprint, ...body }),
        }),
      ),
    get: async <T>(path: string) =>
      answerOf<T>(await fetch(`${api}/${path}?authorizationFingerprint=${authorizationFingerprint}`)),
    graphql: async <T>(query: string, input: object) =>
      answerOf<T>(
        await fetch(`${sandbox.origins.http}/graphql`, {
          method: 'POST',
          headers: { ...json, authorization: `Bearer ${authorizationFingerprint}` },
          body: JSON.stringify({ query, variables: { input } }),
        }),
      ),
  }
}

/** A customer with nothing kept. */
export async function newCustomer(sandbox: Pick<Sandbox, 'ports'>): Promise<string> {
  const result = await sdk(sandbox).customer.create({ company: 'Fieldnote Pictures' })
  if (!result.success) throw new Error(result.message)
  return result.customer.id
}

/** The codes of a refusal. */
export const codes = (result: unknown) =>
  (result as { errors: { deepErrors(): { code: string }[] } }).errors.deepErrors().map(error => error.code)

type Answer = Promise<{ success: boolean; errors?: unknown }>

/** What the published types of the server SDK leave out. */
type Untyped = {
  usBankAccountVerification: { confirmMicroTransferAmounts(id: string, amounts: number[]): Answer }
  webhookNotification: { verify(challenge: string): string }
  paymentMethodNonce: { create(token: string, wish: object): Promise<{ paymentMethodNonce: object }> }
}
export const untyped = (gateway: braintree.BraintreeGateway) => gateway as unknown as Untyped

/** How a bank account is to be checked when it is kept. */
export const checkedBy = (usBankAccountVerificationMethod: string): object => ({ usBankAccountVerificationMethod })
