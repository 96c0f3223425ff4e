/** Seeds an empty shop with the demo's people and catalog. */
import { setAffiliations } from '../src/accounts/affiliations.server.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import { registerUser } from '../src/accounts/register.server.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import { toDay } from '../src/platform/day.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { platformRoles } from '../src/platform/platform-roles.ts'
import { loadSettings, saveSettings } from '../src/platform/settings/settings.server.ts'
import { enableBuyingOnAccount, saveBilling } from '../src/workspaces/billing.server.ts'
import { openPersonalWorkspace } from '../src/workspaces/sign-in-hooks.server.ts'
import { addMember, setCurrentWorkspace, createWorkspace } from '../src/workspaces/workspaces.server.ts'
import { chooseDailyDigests } from './choose-digests.ts'
import {
  accountBuyer,
  accountCompany,
  ambassador,
  artist,
  curator,
  platformAdmin,
  soloBuyer,
  supporter,
  team,
} from './people.ts'
import { seedArtist } from './seed-artist.ts'
import { seedBanner } from './seed-banner.ts'
import { seedBoards } from './seed-boards.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedShopCompany } from './seed-company.ts'
import { seedEditfest } from './seed-editfest.ts'
import { seedRates } from './seed-rates.ts'
import { seedSearches } from './seed-searches.ts'
import { demoTaxSettings } from './tax-settings.ts'

export type DemoAccount = { email: string; password: string; about: string }

type SeedDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'config' | 'secret' | 'settings'>

/** Returns the accounts to try, each with `password`. Seeds nothing when people or clips exist. */
export const seedDemo = async (deps: SeedDeps, password: string): Promise<DemoAccount[]> => {
  const { db } = deps
  const existingUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!existingUser) {
    await seedPeople(deps, password)
    await deps.db.transaction().execute(trx => seedShopCompany(trx, deps.clock.now()))
    await deps.settings.refresh()
    await seedRates(deps)
  }
  const existingClip = await db.selectFrom('clips').select('id').limit(1).executeTakeFirst()
  if (!existingClip) {
    await seedCatalog(deps)
    await seedNotFoundClip(deps)
    await deps.settings.refresh()
    await seedSearches(deps)
    await seedBoards(deps)
    await seedBanner(deps)
    await seedEditfest(deps)
    await seedArtist(deps, password)
  }
  const demoUser = await db.selectFrom('users').where('email', '=', soloBuyer.email).select('id').executeTakeFirst()
  return demoUser ? demoAccounts.map(account => ({ ...account, password })) : []
}

/** The demo's own choice of the clip behind the not-found page. */
const seedNotFoundClip = async ({ db, clock }: SeedDeps) =>
  db.transaction().execute(async trx => {
    const { id } = await trx
      .selectFrom('clips')
      .where('slug', '=', 'forest-mist-teal')
      .select('id')
      .executeTakeFirstOrThrow()
    const { value, version } = await loadSettings(trx, 'look')
    if (version > 0) return
    const settings = { ...value, not_found_clip_id: id }
    await saveSettings(trx, { group: 'look', version, value: settings, actor_user_id: null, now: clock.now() })
  })

const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  purchaser: 'Purchaser',
  asset_manager: 'Asset manager',
  guest: 'Guest',
}

export const demoAccounts = [
  { email: soloBuyer.email, about: 'Buyer' },
  { email: accountBuyer.email, about: 'On account' },
  { email: supporter.email, about: 'Support staff (/admin)' },
  { email: curator.email, about: 'Collection admin (/admin)' },
  { email: platformAdmin.email, about: 'Platform admin (/admin)' },
  { email: artist.email, about: 'Filmmaker (/filmmaker)' },
  { email: ambassador.email, about: 'Ambassador' },
  ...team.members.map(({ email, role }) => ({ email, about: roleNames[role] })),
]

const MONTH_MS = 30 * DAY_MS

const seedPeople = async ({ db, clock }: SeedDeps, password: string) => {
  // They joined a month ago, so that new features are announced to them.
  const now = new Date(clock.now().getTime() - MONTH_MS)
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async trx => {
    await saveTaxSettings(trx, now)
    const register = async (person: typeof soloBuyer & { platform_roles?: number[] }) => {
      const user_id = await registerUser(
        trx,
        { ...person, password_hash, has_completed_onboarding: true, email_verified_at: now },
        { hooks: [openPersonalWorkspace], cart_hash: null, now },
      )
      await chooseDailyDigests(trx, user_id, now)
      return user_id
    }
    await register(soloBuyer)
    await register({ ...supporter, platform_roles: [platformRoles.customer, platformRoles.support_staff] })
    await register({ ...curator, platform_roles: [platformRoles.customer, platformRoles.collection_admin] })
    await register({ ...platformAdmin, platform_roles: [platformRoles.customer, platformRoles.platform_admin] })
    await setAffiliations(trx, await register(ambassador), ['ambassador'])
    await seedTeam(trx, register, now)
    await seedCompany(trx, register, now)
  })
}

const saveTaxSettings = async (trx: Trx, now: Date) => {
  const { version } = await loadSettings(trx, 'tax')
  if (version > 0) return
  // Rounded, so that documents of the demo state the tax in euros and pounds without a network.
  const exchange_rates = [now, new Date(now.getTime() + MONTH_MS)].flatMap(date => {
    const from = toDay(date)
    return [
      { currency: 'USD', from, per_euro: 1.16 },
      { currency: 'GBP', from, per_euro: 0.87 },
    ]
  })
  const value = { ...demoTaxSettings, exchange_rates }
  await saveSettings(trx, { group: 'tax', version, value, actor_user_id: null, now })
}

const seedTeam = async (trx: Trx, register: (person: typeof soloBuyer) => Promise<number>, now: Date) => {
  let workspace_id: number | undefined
  for (const { role, ...person } of team.members) {
    const user_id = await register(person)
    if (workspace_id === undefined)
      workspace_id = await createWorkspace(trx, { name: team.name, owner_user_id: user_id, now })
    else await addMember(trx, { workspace_id, user_id, role, now })
    await setCurrentWorkspace(trx, user_id, workspace_id)
    if (role !== 'owner') continue
    await seedBilling(trx, workspace_id, user_id)
    await enableBuyingOnAccount(trx, workspace_id, team.account)
  }
}

const seedCompany = async (trx: Trx, register: (person: typeof soloBuyer) => Promise<number>, now: Date) => {
  const user_id = await register(accountBuyer)
  const workspace_id = await createWorkspace(trx, { name: accountCompany.name, owner_user_id: user_id, now })
  await setCurrentWorkspace(trx, user_id, workspace_id)
  const { country_code, ...billing } = accountCompany.billing
  const country = await trx
    .selectFrom('countries')
    .where('code', '=', country_code)
    .select('id')
    .executeTakeFirstOrThrow()
  const location = { country_id: country.id, country_region_id: null, region: 'Schleswig-Holstein' }
  await saveBilling(trx, workspace_id, { ...billing, ...location, billing_contact_user_id: user_id })
  await enableBuyingOnAccount(trx, workspace_id, accountCompany.account)
}

const seedBilling = async (trx: Trx, workspace_id: number, billing_contact_user_id: number) => {
  const { country_code, region_code, ...billing } = team.billing
  const location = await trx
    .selectFrom('countries as c')
    .innerJoin('country_regions as r', 'r.country_id', 'c.id')
    .where('c.code', '=', country_code)
    .where('r.code', '=', region_code)
    .select(['c.id as country_id', 'r.id as country_region_id'])
    .executeTakeFirstOrThrow()
  await saveBilling(trx, workspace_id, { ...billing, ...location, region: '', billing_contact_user_id })
}
