/** The payment methods that a buyer can choose: saved ones, and new ones. */
import { methodName } from './method-name.ts'
import type { PaymentMethod } from './methods-contract.ts'

export type MethodType = PaymentMethod['type']

/** Ids of new methods. */
export const NEW_METHOD_IDS = { card: -2, ach: -3, paypal: -1 } as const satisfies Record<MethodType, number>

export type MethodOption = {
  id: number
  type: MethodType
  label: string
  /** It can no longer be used to pay. */
  is_expired: boolean
  /** The saved method; null for a new one. */
  saved: PaymentMethod | null
}

const newLabels: Record<MethodType, string> = {
  card: 'New card',
  paypal: 'New PayPal account',
  ach: 'New bank account (ACH)',
}

const newOption = (type: MethodType): MethodOption => ({
  id: NEW_METHOD_IDS[type],
  type,
  label: newLabels[type],
  is_expired: false,
  saved: null,
})

/** Bank accounts can only pay for US billing addresses. */
const filterPayable = (methods: readonly PaymentMethod[], is_us: boolean) =>
  methods.filter(({ type }) => is_us || type !== 'ach')

/** Saved methods first, in their own order. */
export const listMethodOptions = (methods: readonly PaymentMethod[], is_us: boolean): MethodOption[] => [
  ...filterPayable(methods, is_us).map(method => ({
    id: method.id,
    type: method.type,
    label: `${methodName(method)}${method.is_expired ? ', expired' : method.default ? ', default' : ''}`,
    is_expired: method.is_expired,
    saved: method,
  })),
  newOption('card'),
  newOption('paypal'),
  ...(is_us ? [newOption('ach')] : []),
]

/** Returns the id of the workspace’s default method, unless it has expired; otherwise of a new card. */
export const defaultOptionId = (methods: readonly PaymentMethod[], is_us: boolean): number =>
  filterPayable(methods, is_us).find(method => method.default && !method.is_expired)?.id ?? NEW_METHOD_IDS.card
