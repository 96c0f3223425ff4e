import { confirmDeposits, findByVerification } from './bank/verification.ts'
import { issueClientToken } from './client-token.ts'
import { createCustomer, deleteCustomer, findCustomer, updateCustomer } from './customers.ts'
import type { Gateway } from './gateway.ts'
import { findNonce, createNonceForMethod } from './nonces.ts'
import { flag, group, type Params } from './params.ts'
import { presentCustomer, presentStoredMethod, presentNonce, presentVerification, rootTagOf } from './present.ts'
import type { StoredMethod, Verification } from './records.ts'
import type { ServerRouter } from './server-router.ts'
import {
  createPaymentMethod,
  deletePaymentMethod,
  findPaymentMethod,
  type VerificationFailure,
  updatePaymentMethod,
} from './vault.ts'
/** The server SDK's calls about customers and their payment methods. */
import { type XmlResponse, respondEmpty, ok, errorResponse, orNotFound } from './xml-responses.ts'

export function vaultCalls(route: ServerRouter, gateway: Gateway) {
  route('POST', '/client_token', 'client_token', ({ body }) =>
    ok('client_token', { value: issueClientToken(gateway, group(body, 'client_token')) }, 201),
  )

  route('POST', '/customers', 'customer', ({ body }) => {
    const customer = createCustomer(gateway, group(body, 'customer'))
    return 'refused' in customer
      ? vaultResponse(customer, body)
      : ok('customer', presentCustomer(gateway, customer), 201)
  })
  route('GET', '/customers/:id', 'customer', ({ id }) =>
    ok('customer', presentCustomer(gateway, findCustomer(gateway, id))),
  )
  route('PUT', '/customers/:id', 'customer', ({ id, body }) =>
    ok('customer', presentCustomer(gateway, updateCustomer(gateway, id, group(body, 'customer')))),
  )
  route('DELETE', '/customers/:id', 'customer', ({ id }) => respondEmpty(() => deleteCustomer(gateway, id)))

  route('POST', '/payment_methods', 'payment_method', ({ body }) =>
    vaultResponse(createPaymentMethod(gateway, group(body, 'payment_method')), body),
  )
  route('GET', '/payment_methods/any/:id', 'payment_method', ({ id }) => methodResponse(findPaymentMethod(gateway, id)))
  // The same for one kind. A payment method of another kind is a 404.
  for (const kind of ['credit_card', 'us_bank_account', 'paypal_account'])
    route('GET', `/payment_methods/${kind}/:id`, 'payment_method', ({ id }) => {
      const method = findPaymentMethod(gateway, id)
      return methodResponse(orNotFound(rootTagOf(method.instrument) === kind ? method : undefined))
    })
  route('PUT', '/payment_methods/any/:id', 'payment_method', ({ id, body }) =>
    vaultResponse(updatePaymentMethod(gateway, id, group(body, 'payment_method')), body),
  )
  route('DELETE', '/payment_methods/any/:id', 'payment_method', ({ id }) =>
    respondEmpty(() => deletePaymentMethod(gateway, id)),
  )

  route('GET', '/us_bank_account_verifications/:id', 'payment_method', ({ id }) =>
    verificationResponse(findByVerification(gateway, id)),
  )
  route('PUT', '/us_bank_account_verifications/:id/confirm_micro_transfer_amounts', 'payment_method', ({ id, body }) =>
    verificationResponse(confirmDeposits(gateway, id, group(body, 'us_bank_account_verification'))),
  )

  route('POST', '/payment_methods/:id/nonces', 'nonce', ({ id, body }) => {
    const insight = flag(group(body, 'payment_method_nonce'), 'authentication_insight')
    return ok(
      'payment_method_nonce',
      presentNonce(gateway, orNotFound(createNonceForMethod(gateway, id)), insight),
      201,
    )
  })
  route('GET', '/payment_method_nonces/:id', 'nonce', ({ id }) =>
    ok('payment_method_nonce', presentNonce(gateway, orNotFound(findNonce(gateway, id)))),
  )
}

const methodResponse = (method: StoredMethod) => ok(rootTagOf(method.instrument), presentStoredMethod(method))

const verificationResponse = ({ verification, instrument }: StoredMethod & { verification: Verification }) =>
  ok('us_bank_account_verification', presentVerification(verification, instrument))

function vaultResponse(result: StoredMethod | VerificationFailure, body: Params): XmlResponse {
  if (!('refused' in result)) return ok(rootTagOf(result.instrument), presentStoredMethod(result), 201)
  const { processor_response_text, gateway_rejection_reason } = result.refused
  const message = processor_response_text || `Gateway Rejected: ${gateway_rejection_reason ?? 'unknown'}`
  return errorResponse([], [], body, message, { verification: presentVerification(result.refused, result.instrument) })
}
