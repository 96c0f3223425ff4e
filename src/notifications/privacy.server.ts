/** Personal data in notifications: feature banners that a user saw, digest items and digests. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const notificationsPart: PrivacyPart = {
  name: 'notifications',
  collect: async (db, user_id) => {
    const feature_banners = await db
      .selectFrom('feature_banner_readers as r')
      .innerJoin('feature_banners as b', 'b.id', 'r.banner_id')
      .where('r.user_id', '=', user_id)
      .orderBy('b.id')
      .select(['b.title', 'r.read_at', 'r.dismissed_at'])
      .execute()
    const digests = await db
      .selectFrom('digests')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .select(['period', 'created_at', 'sent_at'])
      .execute()
    const digest_items = await db
      .selectFrom('digest_items')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .select(['kind', 'payload', 'created_at'])
      .select(eb => eb('digest_id', 'is not', null).as('was_sent'))
      .execute()
    return { feature_banners, digests, digest_items }
  },
  forget: async (trx, { user_id }) => {
    await trx.deleteFrom('feature_banner_readers').where('user_id', '=', user_id).execute()
    await trx.deleteFrom('digest_items').where('user_id', '=', user_id).execute()
    await trx.deleteFrom('digests').where('user_id', '=', user_id).execute()
  },
}
