/** What the server SDK asks about customers and what is kept for them. */
import { type Answer, done, ok, refused, there } from './answers.ts'
import { confirmDeposits, findCheck } from './bank/verification.ts'
import { issueClientToken } from './client-token.ts'
import { createCustomer, deleteCustomer, findCustomer, updateCustomer } from './customers.ts'
import type { Gateway } from './gateway.ts'
import { flag, group, type Params } from './params.ts'
import { presentCustomer, presentKept, presentNonce, presentVerification, rootOf } from './present.ts'
import type { Kept, Verification } from './records.ts'
import type { Door } from './server-door.ts'
import { findNonce, nonceOfKept } from './tokens.ts'
import {
  createPaymentMethod,
  deletePaymentMethod,
  findPaymentMethod,
  type Refused,
  updatePaymentMethod,
} from './vault.ts'

export function vaultCalls(on: Door, gateway: Gateway) {
  on('POST', '/client_token', 'client_token', ({ body }) =>
    ok('client_token', { value: issueClientToken(gateway, group(body, 'client_token')) }, 201),
  )

  on('POST', '/customers', 'customer', ({ body }) => {
    const customer = createCustomer(gateway, group(body, 'customer'))
    return 'refused' in customer ? kept(customer, body) : ok('customer', presentCustomer(gateway, customer), 201)
  })
  on('GET', '/customers/:id', 'customer', ({ id }) =>
    ok('customer', presentCustomer(gateway, findCustomer(gateway, id))),
  )
  on('PUT', '/customers/:id', 'customer', ({ id, body }) =>
    ok('customer', presentCustomer(gateway, updateCustomer(gateway, id, group(body, 'customer')))),
  )
  on('DELETE', '/customers/:id', 'customer', ({ id }) => done(() => deleteCustomer(gateway, id)))

  on('POST', '/payment_methods', 'payment_method', ({ body }) =>
    kept(createPaymentMethod(gateway, group(body, 'payment_method')), body),
  )
  on('GET', '/payment_methods/any/:id', 'payment_method', ({ id }) => shown(findPaymentMethod(gateway, id)))
  // The same under the name of one kind: what is kept under another name is not there.
  for (const kind of ['credit_card', 'us_bank_account', 'paypal_account'])
    on('GET', `/payment_methods/${kind}/:id`, 'payment_method', ({ id }) => {
      const found = findPaymentMethod(gateway, id)
      return shown(there(rootOf(found.instrument) === kind ? found : undefined))
    })
  on('PUT', '/payment_methods/any/:id', 'payment_method', ({ id, body }) =>
    kept(updatePaymentMethod(gateway, id, group(body, 'payment_method')), body),
  )
  on('DELETE', '/payment_methods/any/:id', 'payment_method', ({ id }) => done(() => deletePaymentMethod(gateway, id)))

  on('GET', '/us_bank_account_verifications/:id', 'payment_method', ({ id }) => checked(findCheck(gateway, id)))
  on('PUT', '/us_bank_account_verifications/:id/confirm_micro_transfer_amounts', 'payment_method', ({ id, body }) =>
    checked(confirmDeposits(gateway, id, group(body, 'us_bank_account_verification'))),
  )

  on('POST', '/payment_methods/:id/nonces', 'nonce', ({ id, body }) => {
    const insight = flag(group(body, 'payment_method_nonce'), 'authentication_insight')
    return ok('payment_method_nonce', presentNonce(gateway, there(nonceOfKept(gateway, id)), insight), 201)
  })
  on('GET', '/payment_method_nonces/:id', 'nonce', ({ id }) =>
    ok('payment_method_nonce', presentNonce(gateway, there(findNonce(gateway, id)))),
  )
}

const shown = (found: Kept) => ok(rootOf(found.instrument), presentKept(found))

const checked = ({ verification, instrument }: Kept & { verification: Verification }) =>
  ok('us_bank_account_verification', presentVerification(verification, instrument))

function kept(found: Kept | Refused, body: Params): Answer {
  if (!('refused' in found)) return ok(rootOf(found.instrument), presentKept(found), 201)
  const { processor_response_text, gateway_rejection_reason } = found.refused
  const message = processor_response_text || `Gateway Rejected: ${gateway_rejection_reason ?? 'unknown'}`
  return refused([], [], body, message, { verification: presentVerification(found.refused, found.instrument) })
}
