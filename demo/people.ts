/** Who tries the demo: one buyer alone, and a production company with a role for each. All invented. */
import type { WorkspaceRole } from '../src/platform/actor.ts'

/** Everybody's, on a demo that only this machine reaches; `password.ts` makes another one elsewhere. */
export const publishedPassword = 'Footage2026'

export const soloBuyer = { email: 'ada@longtake.example', first_name: 'Ada', last_name: 'Okafor' }

/** Looks after the others in the admin. */
export const supporter = { email: 'otto@longtake.example', first_name: 'Otto', last_name: 'Varga' }

/** Looks after what is shown and how: clips, collections, words. */
export const curator = { email: 'noor@longtake.example', first_name: 'Noor', last_name: 'Abadi' }

/** Looks after the shop itself, too. */
export const platformAdmin = { email: 'vera@longtake.example', first_name: 'Vera', last_name: 'Sandoval' }

/** Owns a small company that buys on account, and is late with an invoice. */
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

/** Looks after one of the demo's filmmakers. */
export const artist = {
  email: 'samira@siroccoreel.example',
  first_name: 'Samira',
  last_name: 'Haddad',
  filmmaker: 'sirocco-reel',
}

/** Recommends the shop to others. */
export const ambassador = { email: 'tomas@longtake.example', first_name: 'Tomás', last_name: 'Ferreira' }

type TeamMember = { email: string; first_name: string; last_name: string; role: WorkspaceRole }

export const team = {
  name: 'Northlight Pictures',
  members: [
    { email: 'mara@northlight.example', first_name: 'Mara', last_name: 'Lindqvist', role: 'owner' },
    { email: 'jonas@northlight.example', first_name: 'Jonas', last_name: 'Reyes', role: 'purchaser' },
    { email: 'ines@northlight.example', first_name: 'Inês', last_name: 'Caldeira', role: 'asset_manager' },
    { email: 'sam@northlight.example', first_name: 'Sam', last_name: 'Whitlock', role: 'guest' },
  ] satisfies TeamMember[],
  /** It buys by invoice, too. */
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
