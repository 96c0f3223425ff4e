import type { FastifyInstance } from 'fastify'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'

import type { Member } from '../../actor.ts'
import type { Db } from '../../db/database.server.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.server.ts'
import { settingsGroupNames, settingsGroups, type SettingsGroup } from '../../settings/groups.ts'
import { loadSettings, saveSettings } from '../../settings/settings.server.ts'
import * as contract from './contract.ts'

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

export const settingsApi = (app: FastifyInstance, { db, clock, settings }: Deps) => {
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

  serve(app, contract.getLinksSettings, () => describe(db, 'links'))
  serve(app, contract.saveLinksSettings, context => save('links', context))

  serve(app, contract.getDocumentsSettings, () => describe(db, 'documents'))
  serve(app, contract.saveDocumentsSettings, context => save('documents', context))

  serve(app, contract.getMailSettings, () => describe(db, 'mail'))
  serve(app, contract.saveMailSettings, context => save('mail', context))
}
