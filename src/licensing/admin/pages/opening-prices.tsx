/** The step of the setup that sets the first prices: a template or a CSV, then any cell. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { saveOpeningPrices } from '#setup/contract.ts'
import { SetupHead } from '#setup/setup-head.tsx'
import { setupSteps } from '#setup/steps.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { comparePrices } from '../../price-differences.ts'
import { priceTemplates } from '../../price-templates.ts'
import type { Prices } from '../../prices.ts'
import { listPriceVersions } from '../contract.ts'
import { parsePricesDraft, toPricesDraft, type PricesDraft } from '../draft.ts'
import { PriceCsv } from '../parts/price-csv.tsx'
import { PriceGrid } from '../parts/price-grid.tsx'
import type { Route } from './+types/opening-prices'

import step from '#setup/setup-step.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'First prices', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listPriceVersions, {})
  return { prices: data.find(({ state }) => state === 'current')?.prices }
}

const isSame = (one: Prices | undefined, other: Prices) => one !== undefined && comparePrices(one, other).length === 0

export default function OpeningPrices({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const [draft, setDraft] = useState<PricesDraft>(() => (loaderData.prices ? toPricesDraft(loaderData.prices) : {}))
  const [isChanged, setChanged] = useState(false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const unsavedDialog = useUnsavedGuard(isChanged && !isBusy)
  const prices = parsePricesDraft(draft)
  const change = (next: PricesDraft) => {
    setDraft(next)
    setChanged(true)
    setError(undefined)
  }
  const save = async () => {
    if (!prices) {
      setError('Every cell must be a whole number. The invalid ones are marked.')
      return
    }
    setBusy(true)
    try {
      await call(saveOpeningPrices, { body: { prices } })
      toast('The prices are in effect.', { kind: 'success' })
      await navigate(setupSteps.services.to)
    } catch (cause) {
      setError(toUserMessage(cause, 'Something went wrong. Nothing was changed; please try again.'))
      setBusy(false)
    }
  }
  return (
    <>
      <SetupHead
        title="Set the prices"
        lead="A clip’s price depends on its use, the size of the client, the clip’s tier and the file. Begin with a table, then change any cell."
      />
      <RadioCards legend="Begin with" columns={3}>
        {priceTemplates.map(({ key, name, text, prices: template }) => (
          <RadioCard
            key={key}
            name="template"
            title={name}
            text={text}
            checked={isSame(prices, template)}
            onChange={() => change(toPricesDraft(template))}
          />
        ))}
      </RadioCards>
      <PriceCsv prices={prices} onRead={table => change(toPricesDraft(table))} />
      <PriceGrid draft={draft} onChange={(cell, text) => change({ ...draft, [cell]: text })} />
      {error && <Banner kind="danger">{error}</Banner>}
      <div className={step.end}>
        <Button kind="primary" size="lg" busy={isBusy && 'Saving…'} onClick={() => void save()}>
          Use these prices
        </Button>
        <span className={step.soft}>
          Once the shop is open, prices change with a new version under <Link to="/admin/prices">Prices</Link>.
        </span>
      </div>
      {unsavedDialog}
    </>
  )
}
