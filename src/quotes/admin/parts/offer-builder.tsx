/** Builds an offer or its next version. Ctrl+Enter sends it. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { defaultChoice } from '#licensing/choice.ts'
import { getLicenseSchema, type LicenseSchema } from '#licensing/contract.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'
import { WorkspacePicker, type PickedWorkspace } from '#workspaces/admin/workspace-picker.tsx'

import * as offers from '../../staff-contract.ts'
import { toOfferLines, sumGroups, type DraftGroup } from '../draft.ts'
import { toSavedGroups } from '../restore-draft.ts'
import { toErrorMessages } from './error-messages.ts'
import { LicenseGroup } from './license-group.tsx'
import { OfferFooter } from './offer-footer.tsx'
import { useSavedDraft, type OfferDraftVersion } from './use-saved-draft.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './offer-builder.module.css'

const OfferLinkDialog = lazy(() => import('./offer-link-dialog.tsx').then(part => ({ default: part.OfferLinkDialog })))

export type OfferBuilderState = {
  kind: 'quote' | 'custom'
  workspace: PickedWorkspace | null
  groups: DraftGroup[]
  /** The last day on which the offer can be paid, as yyyy-MM-dd. */
  last_day: string
  note: string
  ein: string
  po_number: string
}

type OfferBuilderProps = {
  schema: LicenseSchema
  initial: OfferBuilderState
  /** The number of the offer to revise; undefined for a new offer. */
  number?: string
  /** The saved draft to continue. */
  draft?: OfferDraftVersion
}

const createGroup = (key: number): DraftGroup => {
  const { org_type, end_client_size, distribution_ids } = defaultChoice
  return { key, choice: { org_type, end_client_size, distribution_ids }, lines: [] }
}

/** The end of the day in UTC, as an ISO time; empty for invalid text. */
const toEndOfDay = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T23:59:59Z`).toISOString() : '')

export const OfferBuilder = ({ schema, initial, number, draft: savedDraft }: OfferBuilderProps) => {
  const [{ prices, price_version_id }, setSchema] = useState(schema)
  const { draftVersion, saveDraft, refreshVersion } = useSavedDraft(savedDraft)
  const navigate = useNavigate()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<OfferBuilderState>(
    initial.groups.length > 0 ? initial : { ...initial, groups: [createGroup(0)] },
  )
  const [savedState, setSavedState] = useState(draft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<'send' | 'keep'>()
  const [offerLink, setOfferLink] = useState<{ number: string; link: string }>()
  const unsavedDialog = useUnsavedGuard(draft !== savedState && !busy)
  const { kind, workspace, groups, last_day, note, ein, po_number } = draft
  const set = (changes: Partial<OfferBuilderState>) => setDraft({ ...draft, ...changes })
  const isQuote = kind === 'quote'
  const isNonprofit = groups.some(({ choice }) => choice.org_type === 'nonprofit')
  const { table_cents, offer_cents } = sumGroups(groups, prices)
  const clipsCount = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && (ctrlKey || metaKey)) form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // Focuses the first invalid field.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const showError = async (error: unknown) => {
    setErrors(toErrorMessages(error))
    await refreshVersion(error)
  }
  const submitDraft = async () => {
    setErrors({})
    setBusy('keep')
    const { workspace: _, groups: __, ...fields } = draft
    const body = { ...fields, groups: toSavedGroups(groups), workspace_id: workspace?.id ?? null, price_version_id }
    await saveDraft(body).then(() => setSavedState(draft), showError)
    setBusy(undefined)
  }
  const send = async () => {
    const { lines, text } = toOfferLines(groups, prices)
    const expires_at = toEndOfDay(last_day)
    const invalid: Record<string, string> = {
      ...(isQuote && !workspace && { workspace_id: 'Choose a workspace.' }),
      ...(text !== undefined && { lines: text }),
      ...(expires_at === '' && { expires_at: 'Choose the last day on which it can be paid.' }),
    }
    setErrors(invalid)
    if (!lines || Object.keys(invalid).length > 0) return
    const body = {
      lines,
      expires_at,
      note,
      ein: isNonprofit && isQuote ? ein : '',
      po_number: isQuote ? po_number : '',
    }
    const request = { ...body, ...(draftVersion && { draft: draftVersion }) }
    setBusy('send')
    try {
      if (number !== undefined) {
        const { data } = await call(offers.reviseOffer, { params: { number }, body })
        toast(`${number} revised: version ${data.version}.`, { kind: 'success' })
        await navigate(`/admin/quotes/${number}`)
      } else if (isQuote) {
        const { data } = await call(offers.createQuote, { body: { ...request, workspace_id: workspace?.id ?? 0 } })
        toast(`${data.number} sent.`, { kind: 'success' })
        await navigate(`/admin/quotes/${data.number}`)
      } else {
        setOfferLink((await call(offers.createCustomCart, { body: request })).data)
        setSavedState(draft)
      }
    } catch (error) {
      await showError(error)
      // The price table may have changed. Reload it, so that the displayed prices are those that would be sent.
      if (error instanceof Refusal && error.status === 409)
        await call(getLicenseSchema, {}).then(
          ({ data }) => setSchema(data),
          () => {},
        )
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className={css.builder}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      {number === undefined && (
        <div className={css.whom}>
          <div role="radiogroup" aria-label="For whom" className={css.kinds}>
            {(['quote', 'custom'] as const).map(option => (
              <label key={option}>
                <input type="radio" name="kind" checked={kind === option} onChange={() => set({ kind: option })} />
                {option === 'quote' ? 'Quote for a workspace' : 'Custom cart for anyone with the link'}
              </label>
            ))}
          </div>
          {isQuote && (
            <WorkspacePicker
              value={workspace}
              onChange={selected => set({ workspace: selected })}
              error={errors['workspace_id']}
            />
          )}
        </div>
      )}
      {groups.map((group, index) => (
        <LicenseGroup
          key={group.key}
          group={group}
          index={index}
          prices={prices}
          onChange={next => set({ groups: groups.map(item => (item.key === group.key ? next : item)) })}
          onRemove={
            groups.length > 1 ? () => set({ groups: groups.filter(({ key }) => key !== group.key) }) : undefined
          }
        />
      ))}
      <p>
        <Button
          onClick={() => set({ groups: [...groups, createGroup(Math.max(...groups.map(({ key }) => key)) + 1)] })}
        >
          Add a license
        </Button>
      </p>
      <div className={adminPage.fields}>
        <TextField
          dense
          type="date"
          label="Last day to pay"
          value={last_day}
          onChange={({ target }) => set({ last_day: target.value })}
          error={errors['expires_at']}
        />
        {isQuote && (
          <TextField
            dense
            label="PO number"
            optional
            maxLength={80}
            value={po_number}
            onChange={({ target }) => set({ po_number: target.value })}
            error={errors['po_number']}
          />
        )}
        {isQuote && isNonprofit && (
          <TextField
            dense
            label="EIN number"
            optional
            placeholder="12-3456789"
            value={ein}
            onChange={({ target }) => set({ ein: target.value })}
            error={errors['ein']}
          />
        )}
      </div>
      <TextArea
        label="Note to the buyer"
        optional
        rows={3}
        value={note}
        onChange={({ target }) => set({ note: target.value })}
        error={errors['note']}
      />
      <OfferFooter {...{ offer_cents, table_cents }} clips_count={clipsCount} error={errors['lines'] ?? errors['root']}>
        {number === undefined && (
          <Button busy={busy === 'keep' && 'Saving…'} onClick={() => void submitDraft()}>
            Save draft
          </Button>
        )}
        <Button type="submit" kind="primary" busy={busy === 'send' && 'Sending…'}>
          {number !== undefined ? 'Send new version' : isQuote ? 'Send quote' : 'Create custom cart'}
        </Button>
      </OfferFooter>
      {unsavedDialog}
      <Suspense>
        {offerLink && (
          <OfferLinkDialog offerLink={offerLink} onClose={() => void navigate(`/admin/quotes/${offerLink.number}`)} />
        )}
      </Suspense>
    </form>
  )
}
