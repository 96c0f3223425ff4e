/** The gateway's state, shared by its APIs. */
import type { Fault } from './faults.ts'
import { openStore, type Store } from './store.ts'

export type Merchant = { merchant_id: string; public_key: string; private_key: string }

/** Test credentials, valid only in this sandbox. */
export const defaultMerchant: Merchant = {
  merchant_id: 'sandbox_merchant',
  public_key: 'sandbox_public',
  private_key: 'sandbox_private',
}

export type GatewaySettings = {
  /** Whether amounts decide declines as published. Off by default, so that a large demo cart is not declined. */
  strict_amounts: boolean
  /** Whether bank debits settle automatically. Otherwise they are settled in the console. */
  debits_settle: boolean
  /** Where webhooks are delivered. With null they are stored but not sent. */
  webhook_url: string | null
}

export type Gateway = { merchant: Merchant; settings: GatewaySettings; store: Store; faults: Fault[] }

export const openGateway = (merchant: Merchant, settings: GatewaySettings, folder?: string): Gateway => ({
  merchant,
  settings,
  store: openStore(folder),
  faults: [],
})
