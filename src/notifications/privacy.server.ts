/** Which feature banners somebody saw and dismissed. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const notificationsPart: PrivacyPart = {
  name: 'feature_banners',
  collect: (db, user_id) =>
    db
      .selectFrom('feature_banner_readers as r')
      .innerJoin('feature_banners as b', 'b.id', 'r.banner_id')
      .where('r.user_id', '=', user_id)
      .orderBy('b.id')
      .select(['b.title', 'r.read_at', 'r.dismissed_at'])
      .execute(),
  forget: async (trx, { user_id }) => {
    await trx.deleteFrom('feature_banner_readers').where('user_id', '=', user_id).execute()
  },
}
