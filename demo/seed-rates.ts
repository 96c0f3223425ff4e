/** Seeds two preferred rates of the team, one limited to a campaign and one for pitches, and turns on their flag. */
import type { RateBody } from '../src/licensing/rate-schema.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { setFlag } from '../src/platform/flags/flag-changes.server.ts'
import { createRate } from '../src/rates/rates.server.ts'
import { supporter, team } from './people.ts'

const defaultTerm = { custom_term_value: null, custom_term_unit: null } as const

const buildRates = (now: Date): RateBody[] => {
  const starts_at = now.toISOString()
  return [
    {
      name: 'Aster Foods, summer campaign',
      price_cents: 14_900,
      end_client_name: 'Aster Foods',
      end_client_size: 4,
      end_client_type: 'commercial',
      usage_details: 'All spots and cut-downs of the summer campaign, in German and French.',
      distribution_groups: [
        {
          ...defaultTerm,
          distribution_ids: [3, 5],
          term: 'one-year',
          territory: 'custom',
          territory_name: 'Germany, Austria and Switzerland',
          advertising: 'paid',
        },
        {
          ...defaultTerm,
          distribution_ids: [1],
          term: 'perpetual',
          territory: 'worldwide',
          territory_name: '',
          advertising: 'not_applicable',
        },
      ],
      starts_at,
      ends_at: new Date(now.getTime() + 365 * DAY_MS).toISOString(),
      clip_limit: 40,
    },
    {
      name: 'Pitches and mood films',
      price_cents: 4_900,
      end_client_name: '',
      end_client_size: 3,
      end_client_type: 'commercial',
      usage_details: '',
      distribution_groups: [
        {
          ...defaultTerm,
          distribution_ids: [1],
          term: 'perpetual',
          territory: 'worldwide',
          territory_name: '',
          advertising: 'not_applicable',
        },
      ],
      starts_at,
      ends_at: null,
      clip_limit: null,
    },
  ]
}

export const seedRates = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute(async trx => {
    const now = clock.now()
    const { id: workspace_id } = await trx
      .selectFrom('workspaces')
      .where('name', '=', team.name)
      .select('id')
      .executeTakeFirstOrThrow()
    const { id: staff_user_id } = await trx
      .selectFrom('users')
      .where('email', '=', supporter.email)
      .select('id')
      .executeTakeFirstOrThrow()
    for (const rate of buildRates(now)) await createRate(trx, workspace_id, rate, { staff_user_id, now })
    const state = { is_on: true, share: 0, user_ids: [], workspace_ids: [workspace_id] }
    await setFlag(trx, { key: 'client-preferred-rates', state, actor_user_id: staff_user_id, now })
  })
