/** Builds an offer, or its next version: for whom, which clips under which licenses, at which price, until when. Ctrl+Enter sends. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { default_choice } from '#licensing/choice.ts'
import { getLicenseSchema, type LicenseSchema } from '#licensing/contract.ts'
import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import * as offers from '#quotes/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import { WorkspacePicker, type PickedWorkspace } from '../../parts/workspace-picker.tsx'
import { linesOf, totalOf, type DraftGroup } from '../draft.ts'
import { groupsToKeep } from '../saved-draft.ts'
import { LicenseGroup } from './license-group.tsx'
import { OfferFoot } from './offer-foot.tsx'
import { refusalTexts } from './refusal-texts.ts'
import { useKeptDraft, type KeptDraft } from './use-kept-draft.ts'

import desk from '../../parts/desk.module.css'
import css from './offer-builder.module.css'

const MadeLink = lazy(() => import('./made-link.tsx').then(part => ({ default: part.MadeLink })))

export type OfferDraft = {
  kind: 'quote' | 'custom'
  workspace: PickedWorkspace | null
  groups: DraftGroup[]
  /** The last day on which it can be paid: yyyy-MM-dd. */
  last_day: string
  note: string
  ein: string
  po_number: string
}

type Props = {
  schema: LicenseSchema
  initial: OfferDraft
  /** Of the offer that is revised; undefined for a new one. */
  number?: string
  /** The draft that it goes on from. */
  draft?: KeptDraft
}

const newGroup = (key: number): DraftGroup => {
  const { org_type, end_client_size, distribution_ids } = default_choice
  return { key, choice: { org_type, end_client_size, distribution_ids }, lines: [] }
}

/** Until the end of that day everywhere. */
const endOf = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T23:59:59Z`).toISOString() : '')

export const OfferBuilder = ({ schema, initial, number, draft: known }: Props) => {
  const [{ prices, price_version_id }, setTable] = useState(schema)
  const { kept, keep, lookAgain } = useKeptDraft(known)
  const navigate = useNavigate()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<OfferDraft>(
    initial.groups.length > 0 ? initial : { ...initial, groups: [newGroup(0)] },
  )
  const [saved, setSaved] = useState(draft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<'send' | 'keep'>()
  const [made, setMade] = useState<{ number: string; link: string }>()
  const question = useUnsaved(draft !== saved && !busy)
  const { kind, workspace, groups, last_day, note, ein, po_number } = draft
  const set = (part: Partial<OfferDraft>) => setDraft({ ...draft, ...part })
  const isQuote = kind === 'quote'
  const isNonprofit = groups.some(({ choice }) => choice.org_type === 'nonprofit')
  const { table_cents, offer_cents } = totalOf(groups, prices)
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0)

  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && (ctrlKey || metaKey)) form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // To the first field that is wrong, wherever on the page it is.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const failed = async (error: unknown) => {
    setErrors(refusalTexts(error))
    await lookAgain(error)
  }
  const keepDraft = async () => {
    setErrors({})
    setBusy('keep')
    const { workspace: _, groups: __, ...words } = draft
    const body = { ...words, groups: groupsToKeep(groups), workspace_id: workspace?.id ?? null, price_version_id }
    await keep(body).then(() => setSaved(draft), failed)
    setBusy(undefined)
  }
  const send = async () => {
    const { lines, text } = linesOf(groups, prices)
    const expires_at = endOf(last_day)
    const wrong: Record<string, string> = {
      ...(isQuote && !workspace && { workspace_id: 'Choose a workspace.' }),
      ...(text !== undefined && { lines: text }),
      ...(expires_at === '' && { expires_at: 'Choose the last day on which it can be paid.' }),
    }
    setErrors(wrong)
    if (!lines || Object.keys(wrong).length > 0) return
    const body = {
      lines,
      expires_at,
      note,
      ein: isNonprofit && isQuote ? ein : '',
      po_number: isQuote ? po_number : '',
    }
    const sent = { ...body, ...(kept && { draft: kept }) }
    setBusy('send')
    try {
      if (number !== undefined) {
        const { data } = await call(offers.reviseOffer, { params: { number }, body })
        toast(`${number} is revised: version ${data.version}.`, { kind: 'success' })
        await navigate(`/admin/quotes/${number}`)
      } else if (isQuote) {
        const { data } = await call(offers.makeQuote, { body: { ...sent, workspace_id: workspace?.id ?? 0 } })
        toast(`${data.number} is sent.`, { kind: 'success' })
        await navigate(`/admin/quotes/${data.number}`)
      } else {
        setMade((await call(offers.makeCustomCart, { body: sent })).data)
        setSaved(draft)
      }
    } catch (error) {
      await failed(error)
      // The table may have changed: what is shown from here on is what would be sent.
      if (error instanceof Refusal && error.status === 409)
        await call(getLicenseSchema, {}).then(
          ({ data }) => setTable(data),
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
            {(['quote', 'custom'] as const).map(one => (
              <label key={one}>
                <input type="radio" name="kind" checked={kind === one} onChange={() => set({ kind: one })} />
                {one === 'quote' ? 'Quote for a workspace' : 'Custom cart for whoever has its link'}
              </label>
            ))}
          </div>
          {isQuote && (
            <WorkspacePicker
              value={workspace}
              onChange={chosen => set({ workspace: chosen })}
              error={errors['workspace_id']}
            />
          )}
        </div>
      )}
      {groups.map((group, place) => (
        <LicenseGroup
          key={group.key}
          group={group}
          place={place}
          prices={prices}
          onChange={next => set({ groups: groups.map(one => (one.key === group.key ? next : one)) })}
          onRemove={
            groups.length > 1 ? () => set({ groups: groups.filter(({ key }) => key !== group.key) }) : undefined
          }
        />
      ))}
      <p>
        <Button onClick={() => set({ groups: [...groups, newGroup(Math.max(...groups.map(({ key }) => key)) + 1)] })}>
          Another license
        </Button>
      </p>
      <div className={desk.fields}>
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
      <OfferFoot {...{ offer_cents, table_cents }} clips_count={count} wrong={errors['lines'] ?? errors['root']}>
        {number === undefined && (
          <Button busy={busy === 'keep' && 'Saving…'} onClick={() => void keepDraft()}>
            Save the draft
          </Button>
        )}
        <Button type="submit" kind="primary" busy={busy === 'send' && 'Sending…'}>
          {number !== undefined ? 'Send the new version' : isQuote ? 'Send the quote' : 'Make the custom cart'}
        </Button>
      </OfferFoot>
      {question}
      <Suspense>
        {made && <MadeLink made={made} onClose={() => void navigate(`/admin/quotes/${made.number}`)} />}
      </Suspense>
    </form>
  )
}
