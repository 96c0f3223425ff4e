/** Licenses that another system sold. */
import { importLicense } from '../../src/licenses/imported-licenses.server.ts'
import type { TestApp } from '../app.ts'
import { seedClip, type Buyer, type TestClip } from './orders.ts'

/** Imports a license of a clip in HD: Web & Social for a small company, of 2024, without an end. Returns its id. */
export const seedImportedLicense = async (
  shop: TestApp,
  { user_id, workspace_id }: Pick<Buyer, 'user_id' | 'workspace_id'>,
  clip?: TestClip,
): Promise<{ id: number; clip: TestClip }> => {
  const licensed = clip ?? (await seedClip(shop))
  const id = await shop.db.transaction().execute(trx =>
    importLicense(trx, {
      user_id,
      workspace_id,
      order: 'OLD-77',
      clip_id: licensed.id,
      format_id: 3,
      clip_snapshot: {
        name: 'Slow tide at dusk',
        slug: 'slow-tide-at-dusk',
        filmmaker: 'Ines Holm',
        format: 'HD',
        width: 1_920,
        height: 1_080,
        codec: 'h264',
        category: 'Nature',
        subcategory: null,
        releases: ['not-needed'],
      },
      org_type: 'commercial',
      end_client_size: 2,
      distribution_ids: [3],
      granted_at: new Date('2024-05-01T00:00:00Z'),
      ends_at: null,
      territory: '',
      company: '',
      project: null,
      now: shop.clock.now(),
    }),
  )
  return { id, clip: licensed }
}
