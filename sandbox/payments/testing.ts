/** Clients for the sandbox's own tests. */
import braintree from 'braintree'

import type { Sandbox } from '../start.ts'
import { defaultMerchant } from './gateway.ts'

type MerchantKeys = { merchantId?: string; publicKey?: string; privateKey?: string }

/** The official server SDK, configured for a sandbox as in the shop. */
export function sdk({ ports }: Pick<Sandbox, 'ports'>, keys: MerchantKeys = {}) {
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

/** Calls the sandbox's JSON control API. */
export async function callControlApi<T>(
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

type BrowserClientOptions = { customerId?: string }

/** A client that calls the browser API as the browser SDK does, with its own client token. */
export async function createBrowserClient(
  sandbox: Pick<Sandbox, 'ports' | 'origins'>,
  { customerId }: BrowserClientOptions = {},
) {
  const { clientToken } = await sdk(sandbox).clientToken.generate(customerId ? { customerId } : {})
  const { authorizationFingerprint } = JSON.parse(Buffer.from(clientToken, 'base64').toString()) as {
    authorizationFingerprint: string
  }
  const api = `${sandbox.origins.http}/merchants/${defaultMerchant.merchant_id}/client_api/v1`
  const readResponse = async <T>(response: Response) => ({
    status: response.status,
    body: (await response.json().catch(() => undefined)) as T,
  })
  const jsonHeaders = { 'content-type': 'application/json' }
  return {
    post: async <T>(path: string, body: object) =>
      readResponse<T>(
        await fetch(`${api}/${path}`, {
          method: 'POST',
          headers: jsonHeaders,
          body: JSON.stringify({ authorizationFingerprint, ...body }),
        }),
      ),
    get: async <T>(path: string) =>
      readResponse<T>(await fetch(`${api}/${path}?authorizationFingerprint=${authorizationFingerprint}`)),
    graphql: async <T>(query: string, input: object) =>
      readResponse<T>(
        await fetch(`${sandbox.origins.http}/graphql`, {
          method: 'POST',
          headers: { ...jsonHeaders, authorization: `Bearer ${authorizationFingerprint}` },
          body: JSON.stringify({ query, variables: { input } }),
        }),
      ),
  }
}

/** Creates a customer without payment methods. Returns its id. */
export async function createTestCustomer(sandbox: Pick<Sandbox, 'ports'>): Promise<string> {
  const result = await sdk(sandbox).customer.create({ company: 'Fieldnote Pictures' })
  if (!result.success) throw new Error(result.message)
  return result.customer.id
}

/** The error codes of a refused request. */
export const errorCodes = (result: unknown) =>
  (result as { errors: { deepErrors(): { code: string }[] } }).errors.deepErrors().map(error => error.code)

type SdkResult = Promise<{ success: boolean; errors?: unknown }>

/** Calls that the published types of the server SDK lack. */
type UntypedCalls = {
  usBankAccountVerification: { confirmMicroTransferAmounts(id: string, amounts: number[]): SdkResult }
  webhookNotification: { verify(challenge: string): string }
  paymentMethodNonce: { create(token: string, options: object): Promise<{ paymentMethodNonce: object }> }
}
export const untyped = (gateway: braintree.BraintreeGateway) => gateway as unknown as UntypedCalls

/** The options that verify a bank account by a method when it is vaulted. */
export const verificationOptions = (usBankAccountVerificationMethod: string): object => ({
  usBankAccountVerificationMethod,
})
