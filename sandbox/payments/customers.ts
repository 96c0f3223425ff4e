/** Customers: whom things in the vault are kept for. */
import type { Gateway } from './gateway.ts'
import { fields, group, newId, now, type Params, text } from './params.ts'
import type { Customer } from './records.ts'
import { Missing, refuse } from './refusal.ts'
import { usableNonce } from './tokens.ts'
import { keptFor, type Refused, vault } from './vault.ts'

const scope = ['customer']
const names = ['first_name', 'last_name', 'company', 'email', 'phone', 'fax', 'website'] as const
const nonceCodes = { scope, consumed: '93107', unknown: '93108' }

/** Makes a customer, with a first payment method when a nonce comes along. Refuses taken ids (91609) and bad emails (81604). */
export function createCustomer(gateway: Gateway, params: Params): Customer | Refused {
  const wanted = text(params, 'id')
  if (wanted && !/^[\w-]{1,36}$/.test(wanted)) throw refuse(scope, 'id', '91610', 'Customer ID is invalid.')
  if (wanted && gateway.store.customers.get(wanted))
    throw refuse(scope, 'id', '91609', 'Customer ID has already been taken.')
  const known = read(params)
  const nonceId = text(params, 'payment_method_nonce') ?? text(group(params, 'credit_card'), 'payment_method_nonce')
  const nonce = nonceId ? usableNonce(gateway, nonceId, nonceCodes) : undefined

  const customer: Customer = { id: wanted ?? newId(10), ...known, created_at: now(), updated_at: now() }
  if (nonce) {
    const options = group(group(params, 'credit_card'), 'options')
    const kept = vault(gateway, nonce, { customer_id: customer.id, options })
    if ('refused' in kept) return kept
  }
  return gateway.store.customers.put(customer)
}

/** A customer, or 404. */
export function findCustomer({ store }: Gateway, id: string): Customer {
  const customer = store.customers.get(id)
  if (!customer) throw new Missing(`No customer ${id}`)
  return customer
}

/** Changes the given fields and keeps the others. */
export function updateCustomer(gateway: Gateway, id: string, params: Params): Customer {
  const customer = findCustomer(gateway, id)
  const changed = read(params)
  return gateway.store.customers.put({
    ...customer,
    fields: { ...customer.fields, ...changed.fields },
    custom_fields: { ...customer.custom_fields, ...changed.custom_fields },
    updated_at: now(),
  })
}

/** Forgets a customer and what is kept for them. */
export function deleteCustomer(gateway: Gateway, id: string) {
  findCustomer(gateway, id)
  for (const kept of keptFor(gateway, id)) gateway.store.methods.delete(kept.id)
  gateway.store.customers.delete(id)
}

function read(params: Params) {
  const known = fields(params, names)
  if (known.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(known.email))
    throw refuse(scope, 'email', '81604', 'Email is an invalid format.')
  return { fields: known, custom_fields: fields(group(params, 'custom_fields')) }
}
