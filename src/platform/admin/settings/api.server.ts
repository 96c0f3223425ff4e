import type { FastifyInstance } from 'fastify'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { listMenuPages, requireMenuPages } from '#site/menu-pages.server.ts'
import { requireTaxSettings } from '#tax/tax-settings.ts'

import type { Member } from '../../actor.ts'
import type { Db } from '../../db/database.server.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.server.ts'
import { settingsGroupNames, settingsGroups, type SettingsGroup } from '../../settings/groups.ts'
import { getMaintenance } from '../../settings/maintenance-group.ts'
import { loadSettings, saveSettings } from '../../settings/settings.server.ts'
import * as contract from './contract.ts'
import { logoApi } from './logo-api.server.ts'

const loadEmail = async (db: Db, id: number | null) => {
  if (id === null) return null
  const user = await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirst()
  return user && !isPlaceholderEmail(user.email) ? user.email : null
}

const describe = async <G extends SettingsGroup>(db: Db, group: G) => {
  const { value, version, updated_at, updated_by } = await loadSettings(db, group)
  return {
    data: {
      value,
      version,
      updated_at: updated_at?.toISOString() ?? null,
      updated_by: await loadEmail(db, updated_by),
    },
  }
}

export const settingsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, settings } = deps
  logoApi(app, deps)

  const save = async <G extends SettingsGroup>(
    group: G,
    { actor, body: { version, ...value } }: { actor: Member; body: { version: number } },
  ) => {
    await db
      .transaction()
      .execute(trx => saveSettings(trx, { group, version, value, actor_user_id: actor.user_id, now: clock.now() }))
    await settings.refresh()
    return describe(db, group)
  }

  serve(app, contract.listSettings, async () => ({
    data: await Promise.all(
      settingsGroupNames.map(async group => {
        const { updated_at, updated_by } = (await describe(db, group)).data
        const { label, about } = settingsGroups[group]
        return { group, label, about, updated_at, updated_by }
      }),
    ),
  }))

  serve(app, contract.getCompanySettings, () => describe(db, 'company'))
  serve(app, contract.saveCompanySettings, context => save('company', context))

  serve(app, contract.getLookSettings, () => describe(db, 'look'))
  serve(app, contract.saveLookSettings, context => save('look', context))

  serve(app, contract.getMenusSettings, () => describe(db, 'menus'))
  serve(app, contract.saveMenusSettings, async context => {
    await requireMenuPages(deps, context.body)
    return save('menus', context)
  })
  serve(app, contract.listMenuPages, async () => ({ data: await listMenuPages(deps) }))

  serve(app, contract.getLinksSettings, () => describe(db, 'links'))
  serve(app, contract.saveLinksSettings, context => save('links', context))

  serve(app, contract.getCountriesSettings, () => describe(db, 'countries'))
  serve(app, contract.saveCountriesSettings, context => save('countries', context))

  serve(app, contract.getTaxSettings, () => describe(db, 'tax'))
  serve(app, contract.saveTaxSettings, async context => {
    requireTaxSettings(context.body)
    return save('tax', context)
  })

  serve(app, contract.getDocumentsSettings, () => describe(db, 'documents'))
  serve(app, contract.saveDocumentsSettings, context => save('documents', context))

  serve(app, contract.getMailSettings, () => describe(db, 'mail'))
  serve(app, contract.saveMailSettings, context => save('mail', context))

  serve(app, contract.getRetentionSettings, () => describe(db, 'retention'))
  serve(app, contract.saveRetentionSettings, context => save('retention', context))

  serve(app, contract.getMaintenanceSettings, async () => {
    const { data } = await describe(db, 'maintenance')
    // After its end it's off, without anybody having switched it.
    const isOver = data.value.is_on && getMaintenance(data.value, clock.now()) === null
    return { data: { ...data, value: isOver ? { ...data.value, is_on: false, ends_at: null } : data.value } }
  })
  serve(app, contract.saveMaintenanceSettings, context => save('maintenance', context))
}
