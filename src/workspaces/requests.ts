/** The topics of a workspace's requests to staff. */

export const supportTopics = {
  team: 'People, roles and invites',
  orders: 'Orders and downloads',
  licenses: 'Licenses',
  billing: 'Billing and invoices',
  other: 'Something else',
} as const

export const enterpriseTopics = {
  on_account: 'Buying on account',
  rates: 'Rates of our own',
  buyouts: 'Buyouts and quotes',
  contract: 'A framework contract',
  security: 'Security and procurement questions',
} as const

export const billingTopics = {
  on_account: 'Begin or end buying on account',
  term: 'Another payment term',
  limit: 'Another credit limit',
  tax: 'Tax and VAT details',
  other: 'Something else about invoices',
} as const

export type RequestTopics = Readonly<Record<string, string>>
