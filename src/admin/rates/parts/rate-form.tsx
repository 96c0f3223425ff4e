/** Writes a preferred rate: a new one for a workspace, or a change of one that holds. */
import { useState, type FormEvent } from 'react'

import { endClientSizes, org_types, orgTypes } from '#licensing/terms.ts'
import { sentenceOf } from '#platform/first-text.ts'
import { Refusal } from '#platform/refusal.ts'
import type { RateBody } from '#rates/rate-shape.ts'
import { rateSentence } from '#rates/rate.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import { amountHint } from '../../parts/amount.ts'
import { WorkspacePicker, type PickedWorkspace } from '../../parts/workspace-picker.tsx'
import { newGroup, rateOfDraft, type GroupDraft, type RateDraft } from '../draft.ts'
import { GroupFields } from './group-fields.tsx'

import desk from '../../parts/desk.module.css'

type Props = {
  initial: RateDraft
  /** null: it is chosen here; undefined: the rate has its own. */
  workspace?: PickedWorkspace | null
  /** What we answer to whoever asked for it, where somebody did. */
  answer?: string
  confirm: string
  /** Throws the refusal. */
  onSave: (wish: { rate: RateBody; reason: string; workspace_id: number; answer: string }) => Promise<void>
}

export const RateForm = ({ initial, workspace: given, answer: suggested, confirm, onSave }: Props) => {
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [workspace, setWorkspace] = useState<PickedWorkspace | null>(given ?? null)
  const [reason, setReason] = useState('')
  const [answer, setAnswer] = useState(suggested ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const question = useUnsaved(!busy && (draft !== first || reason !== '' || answer !== (suggested ?? '')))
  const set = (part: Partial<RateDraft>) => setDraft({ ...draft, ...part })
  const setGroup = (next: GroupDraft) =>
    set({ groups: draft.groups.map(group => (group.key === next.key ? next : group)) })
  const written = rateOfDraft(draft)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...('errors' in written && written.errors),
      ...(given === null && !workspace && { workspace_id: 'Choose a workspace.' }),
      ...(reason.trim() === '' && { reason: 'Reason is required.' }),
    }
    setErrors(wrong)
    if ('errors' in written || Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await onSave({ rate: written.rate, reason, workspace_id: workspace?.id ?? 0, answer })
    } catch (error) {
      setErrors({ root: (error instanceof Refusal && sentenceOf(error)) || 'Something went wrong. Please try again.' })
    } finally {
      setBusy(false)
    }
  }
  const text = (name: 'name' | 'price' | 'end_client_name' | 'first_day' | 'last_day' | 'clip_limit') => ({
    dense: true,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: errors[name],
  })
  return (
    <form className={desk.form} method="post" noValidate onSubmit={event => void save(event)}>
      {given !== undefined && (
        <WorkspacePicker value={workspace} onChange={setWorkspace} error={errors['workspace_id']} />
      )}
      <div className={desk.fields}>
        <TextField label="Name" maxLength={120} {...text('name')} />
        <TextField label="A clip, in dollars" inputMode="decimal" {...text('price')} hint={amountHint(draft.price)} />
        <TextField label="End client" optional maxLength={200} {...text('end_client_name')} />
        <SelectField
          dense
          label="Who it is for"
          value={draft.end_client_type}
          onChange={({ target }) =>
            set({ end_client_type: org_types.find(type => type === target.value) ?? 'commercial' })
          }
        >
          {org_types.map(type => (
            <option key={type} value={type}>
              {orgTypes[type].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="End client size"
          value={draft.end_client_size}
          onChange={({ target }) => set({ end_client_size: Number(target.value) })}
        >
          {endClientSizes.map(({ id, name, people }) => (
            <option key={id} value={id}>
              {name}, {people}
            </option>
          ))}
        </SelectField>
        <TextField label="First day" type="date" {...text('first_day')} />
        <TextField label="Last day" optional type="date" {...text('last_day')} />
        <TextField label="At most this many clips" optional inputMode="numeric" {...text('clip_limit')} />
      </div>
      {draft.groups.map((group, place) => (
        <GroupFields
          key={group.key}
          group={group}
          place={place}
          error={errors[`groups.${place}`]}
          onChange={setGroup}
          onRemove={
            draft.groups.length > 1
              ? () => set({ groups: draft.groups.filter(({ key }) => key !== group.key) })
              : undefined
          }
        />
      ))}
      <p>
        <Button
          onClick={() =>
            set({ groups: [...draft.groups, newGroup(Math.max(...draft.groups.map(({ key }) => key)) + 1)] })
          }
        >
          Another group
        </Button>
      </p>
      <TextArea
        label="Usage details"
        optional
        rows={2}
        maxLength={2_000}
        value={draft.usage_details}
        onChange={({ target }) => set({ usage_details: target.value })}
      />
      {'rate' in written && <p className={desk.soft}>What is licensed: {rateSentence(written.rate)}.</p>}
      {suggested !== undefined && (
        <TextArea
          label="Answer to whoever asked"
          hint="Sent as a reply to the ticket, which is closed with it. Empty it to answer later."
          rows={4}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
      <TextArea
        label="Reason"
        hint="For our own log."
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errors['reason']}
      />
      {errors['root'] && <Banner kind="danger">{errors['root']}</Banner>}
      {Object.keys(errors).length > 0 && !errors['root'] && (
        <Banner kind="danger">Something is missing above. Nothing was saved yet.</Banner>
      )}
      <p className={desk.end}>
        <Button type="submit" kind="primary" busy={busy && 'Saving…'}>
          {confirm}
        </Button>
      </p>
      {question}
    </form>
  )
}
