/** The editor of a new price version: edit the table, preview it, create it. */
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { refusalMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { comparePrices } from '../../price-differences.ts'
import { listPriceVersions, createPriceVersion, previewPrices, type PricesPreview } from '../contract.ts'
import { toPricesDraft, parsePricesDraft } from '../draft.ts'
import { PriceDifferences } from '../parts/differences.tsx'
import { PriceCsv } from '../parts/price-csv.tsx'
import { CartChanges, ClipExamples } from '../parts/price-examples.tsx'
import { PriceGrid } from '../parts/price-grid.tsx'
import type { Route } from './+types/new-prices'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './prices.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New price version', noindex: true })

export const loader = (args: Route.LoaderArgs) => callForPage(args, listPriceVersions, {})

/** Turns the field's UTC text, such as "2026-03-31T00:00", into an ISO time. */
const toIsoTime = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : '')

export default function NewPricesPage({ loaderData: { data: versions } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const current = versions.find(({ state }) => state === 'current') ?? versions[0]
  const [draft, setDraft] = useState(() => (current ? toPricesDraft(current.prices) : {}))
  const [from, setFrom] = useState('')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [seenPreview, setSeenPreview] = useState<{ key: string; preview: PricesPreview }>()
  const form = useRef<HTMLFormElement>(null)
  // Focuses the first invalid cell or field.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const [isChanged, setChanged] = useState(false)
  const unsavedDialog = useUnsavedGuard(isChanged && !busy)
  if (!current) return null

  const prices = parsePricesDraft(draft)
  const effective_from = toIsoTime(from)
  /** The version that is in effect until then; it may itself be in the future. */
  const base = versions.find(version => effective_from !== '' && version.effective_from < effective_from) ?? current
  const differences = prices ? comparePrices(base.prices, prices) : []
  const previewKey = JSON.stringify([prices, effective_from])
  const isSeen = seenPreview?.key === previewKey

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setErrors({})
    try {
      await action()
    } catch (error) {
      setErrors(toErrorMessages(error))
    } finally {
      setBusy(false)
    }
  }
  const preview = () => {
    if (!prices) return setErrors({ root: 'Every cell must be a whole number. The invalid ones are marked.' })
    if (effective_from === '') return setErrors({ effective_from: 'Choose when it takes effect.' })
    if (differences.length === 0)
      return setErrors({ root: 'The prices don’t differ from those in effect at that time.' })
    return void run(async () => {
      const { data } = await call(previewPrices, { body: { prices, effective_from } })
      setSeenPreview({ key: previewKey, preview: data })
    })
  }
  const create = () => {
    if (!prices) return
    if (note.trim() === '') return setErrors({ note: 'Reason is required.' })
    return void run(async () => {
      await call(createPriceVersion, { body: { prices, effective_from, note } })
      toast('Price version created. It takes effect automatically.', { kind: 'success' })
      await navigate('/admin/prices')
    })
  }
  return (
    <div className={css.prices}>
      <div className={page.person}>
        <header className={page.head}>
          <h1>New price version</h1>
          <p>
            <Link to="/admin/prices">All versions</Link>
          </p>
        </header>
        <form
          ref={form}
          className={adminPage.form}
          method="post"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (isSeen) create()
            else preview()
          }}
        >
          <PriceCsv
            prices={prices}
            onRead={table => {
              setDraft(toPricesDraft(table))
              setChanged(true)
              setErrors({})
            }}
          />
          <PriceGrid
            draft={draft}
            onChange={(cell, text) => {
              setDraft({ ...draft, [cell]: text })
              setChanged(true)
            }}
            changed={new Set(differences.map(({ cell }) => cell))}
          />
          <div className={adminPage.fields}>
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
            hint="Saved with the version and in the audit log."
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            error={errors['note']}
          />
          {errors['root'] && <Banner kind="danger">{errors['root']}</Banner>}
          <p className={adminPage.end}>
            <Button kind={isSeen ? 'secondary' : 'primary'} busy={!isSeen && busy && 'Loading…'} onClick={preview}>
              Preview
            </Button>
            {isSeen && (
              <Button type="submit" kind="primary" busy={busy && 'Creating…'}>
                Create version
              </Button>
            )}
            <span className={adminPage.soft}>
              {isSeen
                ? 'Existing orders keep their prices. Carts change when the version takes effect, and show a notice.'
                : 'Preview the version before you create it.'}
            </span>
          </p>
        </form>
        {unsavedDialog}
        {prices && differences.length > 0 && (
          <section aria-labelledby="changes">
            <h2 id="changes">What changes</h2>
            <PriceDifferences differences={differences} />
          </section>
        )}
        {prices && isSeen && seenPreview && (
          <>
            <ClipExamples before={base.prices} after={prices} />
            <CartChanges preview={seenPreview.preview} />
          </>
        )}
      </div>
    </div>
  )
}

const toErrorMessages = (error: unknown): Record<string, string> => {
  if (!(error instanceof Refusal)) return { root: 'Something went wrong. Nothing was changed; please try again.' }
  const { effective_from: [from] = [], note: [note] = [] } = error.errors
  if (from !== undefined) return { effective_from: from }
  return note === undefined ? { root: refusalMessage(error) ?? error.message } : { note }
}
