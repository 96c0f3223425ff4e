/** The demo's people: a single buyer, and a production company with one person per role. All data is fictional. */
import type { WorkspaceRole } from '../src/platform/actor.ts'

/** Password of all accounts on a local demo; `password.ts` generates another one elsewhere. */
export const PUBLISHED_PASSWORD = 'Footage2026'

export const soloBuyer = { email: 'ada@longtake.example', first_name: 'Ada', last_name: 'Okafor' }

/** Support staff. */
export const supporter = { email: 'otto@longtake.example', first_name: 'Otto', last_name: 'Varga' }

/** Manages the catalog: clips, collections, keywords. */
export const curator = { email: 'noor@longtake.example', first_name: 'Noor', last_name: 'Abadi' }

/** Platform admin. */
export const platformAdmin = { email: 'vera@longtake.example', first_name: 'Vera', last_name: 'Sandoval' }

/** Owns a small company that buys on account and has an overdue invoice. */
export const accountBuyer = { email: 'lena@halyard.example', first_name: 'Lena', last_name: 'Marchetti' }
export const accountCompany = {
  name: 'Halyard Row',
  account: { credit_limit_cents: 2_000_000, net_days: 30 },
  billing: {
    company_name: 'Halyard Row GbR',
    address: 'Am Speicher 9',
    address2: '',
    city: 'Lübeck',
    postal_code: '23552',
    country_code: 'DE',
  },
}

/** Manages one of the demo's filmmakers. */
export const artist = {
  email: 'samira@siroccoreel.example',
  first_name: 'Samira',
  last_name: 'Haddad',
  filmmaker: 'sirocco-reel',
}

/** Refers others to the shop. */
export const ambassador = { email: 'tomas@longtake.example', first_name: 'Tomás', last_name: 'Ferreira' }

type DemoTeamMember = { email: string; first_name: string; last_name: string; role: WorkspaceRole }

export const team = {
  name: 'Northlight Pictures',
  members: [
    { email: 'mara@northlight.example', first_name: 'Mara', last_name: 'Lindqvist', role: 'owner' },
    { email: 'jonas@northlight.example', first_name: 'Jonas', last_name: 'Reyes', role: 'purchaser' },
    { email: 'ines@northlight.example', first_name: 'Inês', last_name: 'Caldeira', role: 'asset_manager' },
    { email: 'sam@northlight.example', first_name: 'Sam', last_name: 'Whitlock', role: 'guest' },
  ] satisfies DemoTeamMember[],
  /** The team also buys on account. */
  account: { credit_limit_cents: 5_000_000, net_days: 30 },
  billing: {
    company_name: 'Northlight Pictures LLC',
    address: '240 Water Street',
    address2: 'Floor 3',
    city: 'Brooklyn',
    postal_code: '11201',
    country_code: 'US',
    region_code: 'NY',
  },
}
