/** A new price version: written as a table, looked at, then made. What is in effect stays as it is until its moment comes. */
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { priceDifferences } from '#licensing/price-differences.ts'
import { call } from '#platform/call.ts'
import { sentenceOf } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import { listPriceVersions, makePrices, previewPrices, type PricesPreview } from '../contract.ts'
import { draftOfPrices, pricesOfDraft } from '../draft.ts'
import { Differences } from '../parts/differences.tsx'
import { CartChanges, ClipExamples } from '../parts/examples.tsx'
import { PriceGrid } from '../parts/price-grid.tsx'
import type { Route } from './+types/new-prices'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from './prices.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New price version', noindex: true })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listPriceVersions, {})

/** "2026-03-31T00:00", in UTC, as a moment. */
const momentIn = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : '')

export default function NewPrices({ loaderData: { data: versions } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const current = versions.find(({ state }) => state === 'current') ?? versions[0]
  const [draft, setDraft] = useState(() => (current ? draftOfPrices(current.prices) : {}))
  const [from, setFrom] = useState('')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState<{ asked: string; preview: PricesPreview }>()
  const form = useRef<HTMLFormElement>(null)
  // To the first cell or field that is wrong, wherever on the page it is.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const [isChanged, setChanged] = useState(false)
  const question = useUnsaved(isChanged && !busy)
  if (!current) return null

  const prices = pricesOfDraft(draft)
  const effective_from = momentIn(from)
  /** What is in effect until then: it may be one that is still to come itself. */
  const base = versions.find(version => effective_from !== '' && version.effective_from < effective_from) ?? current
  const differences = prices ? priceDifferences(base.prices, prices) : []
  const asked = JSON.stringify([prices, effective_from])
  const isSeen = seen?.asked === asked

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setErrors({})
    try {
      await work()
    } catch (error) {
      setErrors(refusalTexts(error))
    } finally {
      setBusy(false)
    }
  }
  const look = () => {
    if (!prices) return setErrors({ root: 'Every cell is a whole number: the ones that are not are marked.' })
    if (effective_from === '') return setErrors({ effective_from: 'Choose when it takes effect.' })
    if (differences.length === 0) return setErrors({ root: 'Nothing differs from what is in effect by then.' })
    return void attempt(async () => {
      const { data } = await call(previewPrices, { body: { prices, effective_from } })
      setSeen({ asked, preview: data })
    })
  }
  const make = () => {
    if (!prices) return
    if (note.trim() === '') return setErrors({ note: 'Reason is required.' })
    return void attempt(async () => {
      await call(makePrices, { body: { prices, effective_from, note } })
      toast('The price version is made. It takes effect by itself.', { kind: 'success' })
      await navigate('/admin/prices')
    })
  }
  return (
    <main className={css.prices}>
      <div className={page.person}>
        <header className={page.head}>
          <h1>New price version</h1>
          <p>
            <Link to="/admin/prices">All versions</Link>
          </p>
        </header>
        <form
          ref={form}
          className={desk.form}
          method="post"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (isSeen) make()
            else look()
          }}
        >
          <PriceGrid
            draft={draft}
            onChange={(cell, text) => {
              setDraft({ ...draft, [cell]: text })
              setChanged(true)
            }}
            changed={new Set(differences.map(({ cell }) => cell))}
          />
          <div className={desk.fields}>
            <TextField
              dense
              type="datetime-local"
              label="Takes effect, in UTC"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
              error={errors['effective_from']}
            />
          </div>
          <TextArea
            label="Reason"
            hint="Stays with the version, and in our log."
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            error={errors['note']}
          />
          {errors['root'] && <Banner kind="danger">{errors['root']}</Banner>}
          <p className={desk.end}>
            <Button kind={isSeen ? 'secondary' : 'primary'} busy={!isSeen && busy && 'Looking…'} onClick={look}>
              Preview
            </Button>
            {isSeen && (
              <Button type="submit" kind="primary" busy={busy && 'Making…'}>
                Make this version
              </Button>
            )}
            <span className={desk.soft}>
              {isSeen
                ? 'Orders keep the prices they were made under. Carts change at that moment, and say so.'
                : 'It can be made once its preview has been seen.'}
            </span>
          </p>
        </form>
        {question}
        {prices && differences.length > 0 && (
          <section aria-labelledby="changes">
            <h2 id="changes">What changes</h2>
            <Differences differences={differences} />
          </section>
        )}
        {prices && isSeen && seen && (
          <>
            <ClipExamples before={base.prices} after={prices} />
            <CartChanges preview={seen.preview} />
          </>
        )}
      </div>
    </main>
  )
}

const refusalTexts = (error: unknown): Record<string, string> => {
  if (!(error instanceof Refusal)) return { root: 'Something went wrong. Nothing was changed; please try again.' }
  const { effective_from: [from] = [], note: [note] = [] } = error.errors
  if (from !== undefined) return { effective_from: from }
  return note === undefined ? { root: sentenceOf(error) ?? error.message } : { note }
}
