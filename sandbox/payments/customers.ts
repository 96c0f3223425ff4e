/** Customers of the vault. */
import type { Gateway } from './gateway.ts'
import { findUsableNonce } from './nonces.ts'
import { fields, group, newId, now, type Params, text } from './params.ts'
import type { Customer } from './records.ts'
import { NotFound, refuse } from './refusal.ts'
import { listStoredMethods, type VerificationFailure, vault } from './vault.ts'

const scope = ['customer']
const customerFields = ['first_name', 'last_name', 'company', 'email', 'phone', 'fax', 'website'] as const
const nonceCodes = { scope, consumed: '93107', unknown: '93108' }

/** Creates a customer, and vaults a first payment method if there is a nonce. Refuses used ids (91609) and invalid emails (81604). */
export function createCustomer(gateway: Gateway, params: Params): Customer | VerificationFailure {
  const requestedId = text(params, 'id')
  if (requestedId && !/^[\w-]{1,36}$/.test(requestedId)) throw refuse(scope, 'id', '91610', 'Customer ID is invalid.')
  if (requestedId && gateway.store.customers.get(requestedId))
    throw refuse(scope, 'id', '91609', 'Customer ID has already been taken.')
  const details = parseCustomer(params)
  const nonceId = text(params, 'payment_method_nonce') ?? text(group(params, 'credit_card'), 'payment_method_nonce')
  const nonce = nonceId ? findUsableNonce(gateway, nonceId, nonceCodes) : undefined

  const customer: Customer = { id: requestedId ?? newId(10), ...details, created_at: now(), updated_at: now() }
  if (nonce) {
    const options = group(group(params, 'credit_card'), 'options')
    const result = vault(gateway, nonce, { customer_id: customer.id, options })
    if ('refused' in result) return result
  }
  return gateway.store.customers.put(customer)
}

/** A customer, or a 404. */
export function findCustomer({ store }: Gateway, id: string): Customer {
  const customer = store.customers.get(id)
  if (!customer) throw new NotFound(`No customer ${id}`)
  return customer
}

/** Updates the given fields and leaves the others. */
export function updateCustomer(gateway: Gateway, id: string, params: Params): Customer {
  const customer = findCustomer(gateway, id)
  const changes = parseCustomer(params)
  return gateway.store.customers.put({
    ...customer,
    fields: { ...customer.fields, ...changes.fields },
    custom_fields: { ...customer.custom_fields, ...changes.custom_fields },
    updated_at: now(),
  })
}

/** Deletes a customer with their payment methods. */
export function deleteCustomer(gateway: Gateway, id: string) {
  findCustomer(gateway, id)
  for (const method of listStoredMethods(gateway, id)) gateway.store.methods.delete(method.id)
  gateway.store.customers.delete(id)
}

function parseCustomer(params: Params) {
  const values = fields(params, customerFields)
  if (values.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email))
    throw refuse(scope, 'email', '81604', 'Email is an invalid format.')
  return { fields: values, custom_fields: fields(group(params, 'custom_fields')) }
}
