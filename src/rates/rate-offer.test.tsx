import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { toMoney } from '#platform/money.ts'

import type { PreferredRate } from './contract.ts'
import { RateOffer } from './rate-offer.tsx'

const createRate = (name: string, advertising: 'organic' | 'paid'): PreferredRate => ({
  id: 1,
  name,
  price: toMoney(9_900),
  end_client_name: null,
  end_client_size: 2,
  end_client_type: 'commercial',
  usage_details: null,
  distribution_groups: [
    {
      id: 1,
      distributions: [{ id: 3, name: 'Web & Social' }],
      term: 'perpetual',
      custom_term_value: null,
      custom_term_unit: null,
      territory: 'worldwide',
      territory_name: null,
      advertising,
    },
  ],
  sentence: 'Web & Social',
  state: 'active',
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: null,
  clip_limit: null,
  clips_used: 0,
  clips_left: null,
})
const rates = [createRate('Newsroom', 'organic'), createRate('Spots', 'paid')]
const render = (releases: string[], offered = rates) =>
  renderToStaticMarkup(<RateOffer rates={offered} releases={releases} onUse={() => Promise.resolve()} />)

test('a clip for editorial use only is offered no rate with paid media', () => {
  expect(render(['model'])).toContain('Spots')
  expect(render(['editorial'])).toContain('Newsroom')
  expect(render(['editorial'])).not.toContain('Spots')
  expect(render(['editorial'], rates.slice(1))).toBe('')
})
