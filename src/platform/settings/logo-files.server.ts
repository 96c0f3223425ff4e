/** The files of uploaded logos: which of them the look uses, and their deletion. Settings import it, so it takes no `Deps`. */
import { DAY_MS, type Clock } from '../clock.ts'
import type { Db, Trx } from '../db/database.server.ts'
import { refuse } from '../http/refusal.ts'
import type { Storage } from '../storage/disk.server.ts'
import type { SettingsOf } from './groups.ts'
import { getLogoPicture } from './logo.ts'

export const logoKey = (file: string) => `settings/logos/${file}`

/** Marks the logos of a look as used, and all others as unused. Throws 422 beside a logo that isn't stored. */
export const markUsedLogos = async (
  trx: Trx,
  { logo_light, logo_dark, mark }: SettingsOf<'look'>,
  now: Date,
): Promise<void> => {
  const fields = Object.entries({ logo_light, logo_dark, mark }).flatMap(([field, logo]) =>
    logo ? [{ field, file: logo.file }] : [],
  )
  const files = fields.map(({ file }) => file)
  await trx
    .updateTable('logos')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .$if(files.length > 0, query => query.where('file', 'not in', files))
    .execute()
  if (files.length === 0) return
  const used = await trx
    .updateTable('logos')
    .set({ unused_since: null })
    .where('file', 'in', files)
    .returning('file')
    .execute()
  const missing = fields.filter(({ file }) => !used.some(row => row.file === file))
  if (missing.length > 0)
    throw refuse.fields(
      Object.fromEntries(
        missing.map(({ field }) => [field, ['We do not have this logo anymore. Please upload it again.']]),
      ),
    )
}

/** How long an unused logo stays. The mails that were sent meanwhile show it. */
const UNUSED_LOGO_MS = 90 * DAY_MS

type DeleteDeps = { db: Db; clock: Clock; storage: Storage }

/** Deletes logos that have not been used for 90 days. */
export const deleteUnusedLogos = async ({ db, clock, storage }: DeleteDeps): Promise<void> => {
  const before = new Date(clock.now().getTime() - UNUSED_LOGO_MS)
  const unused = await db.selectFrom('logos').where('unused_since', '<', before).select('file').execute()
  for (const { file } of unused)
    await db.transaction().execute(async trx => {
      // A look that is being saved with it waits, and is then refused.
      const deletedFile = await trx
        .deleteFrom('logos')
        .where('file', '=', file)
        .where('unused_since', '<', before)
        .returning('file')
        .executeTakeFirst()
      if (!deletedFile) return
      await storage.remove(logoKey(file))
      await storage.remove(logoKey(getLogoPicture(file)))
    })
}
