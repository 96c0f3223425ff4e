/** The form of a preferred rate: a new one for a workspace, or changes to an existing one. */
import { useState, type FormEvent } from 'react'

import type { RateBody } from '#licensing/rate-schema.ts'
import { formatRate } from '#licensing/rate.ts'
import { endClientSizes, orgTypeIds, orgTypes } from '#licensing/terms.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { refusalMessage } from '#platform/http/user-message.ts'
import { amountHint } from '#ui/admin/amount.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'
import { WorkspacePicker, type PickedWorkspace } from '#workspaces/admin/workspace-picker.tsx'

import { createRateGroup, parseRateDraft, type RateGroupDraft, type RateDraft } from '../draft.ts'
import { RateGroupFields } from './group-fields.tsx'

import adminPage from '#ui/admin/admin-page.module.css'

type RateFormProps = {
  initial: RateDraft
  /** null: staff choose the workspace here; undefined: the rate already has one. */
  workspace?: PickedWorkspace | null
  /** The suggested reply to the ticket that requested the rate. */
  answer?: string
  confirm: string
  /** Throws the refusal if saving fails. */
  onSave: (input: { rate: RateBody; reason: string; workspace_id: number; answer: string }) => Promise<void>
}

export const RateForm = ({
  initial,
  workspace: initialWorkspace,
  answer: suggestedAnswer,
  confirm,
  onSave,
}: RateFormProps) => {
  const [initialDraft] = useState(initial)
  const [draft, setDraft] = useState(initialDraft)
  const [workspace, setWorkspace] = useState<PickedWorkspace | null>(initialWorkspace ?? null)
  const [reason, setReason] = useState('')
  const [answer, setAnswer] = useState(suggestedAnswer ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const unsavedDialog = useUnsavedGuard(
    !busy && (draft !== initialDraft || reason !== '' || answer !== (suggestedAnswer ?? '')),
  )
  const set = (changes: Partial<RateDraft>) => setDraft({ ...draft, ...changes })
  const setGroup = (next: RateGroupDraft) =>
    set({ groups: draft.groups.map(group => (group.key === next.key ? next : group)) })
  const parsed = parseRateDraft(draft)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = {
      ...('errors' in parsed && parsed.errors),
      ...(initialWorkspace === null && !workspace && { workspace_id: 'Choose a workspace.' }),
      ...(reason.trim() === '' && { reason: 'Reason is required.' }),
    }
    setErrors(invalid)
    if ('errors' in parsed || Object.keys(invalid).length > 0) return
    setBusy(true)
    try {
      await onSave({ rate: parsed.rate, reason, workspace_id: workspace?.id ?? 0, answer })
    } catch (error) {
      setErrors({
        root: (error instanceof Refusal && refusalMessage(error)) || 'Something went wrong. Please try again.',
      })
    } finally {
      setBusy(false)
    }
  }
  const textField = (name: 'name' | 'price' | 'end_client_name' | 'first_day' | 'last_day' | 'clip_limit') => ({
    dense: true,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: errors[name],
  })
  return (
    <form className={adminPage.form} method="post" noValidate onSubmit={event => void save(event)}>
      {initialWorkspace !== undefined && (
        <WorkspacePicker value={workspace} onChange={setWorkspace} error={errors['workspace_id']} />
      )}
      <div className={adminPage.fields}>
        <TextField label="Name" maxLength={120} {...textField('name')} />
        <TextField
          label="Price per clip, in dollars"
          inputMode="decimal"
          {...textField('price')}
          hint={amountHint(draft.price)}
        />
        <TextField label="End client" optional maxLength={200} {...textField('end_client_name')} />
        <SelectField
          dense
          label="License type"
          value={draft.end_client_type}
          onChange={({ target }) =>
            set({ end_client_type: orgTypeIds.find(type => type === target.value) ?? 'commercial' })
          }
        >
          {orgTypeIds.map(type => (
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
        <TextField label="First day" type="date" {...textField('first_day')} />
        <TextField label="Last day" optional type="date" {...textField('last_day')} />
        <TextField label="Maximum number of clips" optional inputMode="numeric" {...textField('clip_limit')} />
      </div>
      {draft.groups.map((group, index) => (
        <RateGroupFields
          key={group.key}
          group={group}
          index={index}
          error={errors[`groups.${index}`]}
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
            set({ groups: [...draft.groups, createRateGroup(Math.max(...draft.groups.map(({ key }) => key)) + 1)] })
          }
        >
          Add a group
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
      {'rate' in parsed && <p className={adminPage.soft}>What is licensed: {formatRate(parsed.rate)}.</p>}
      {suggestedAnswer !== undefined && (
        <TextArea
          label="Reply to the requester"
          hint="Sent as a reply to the ticket, which is then closed. Clear it to reply later."
          rows={4}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
      <TextArea
        label="Reason"
        hint="For the audit log."
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={errors['reason']}
      />
      {errors['root'] && <Banner kind="danger">{errors['root']}</Banner>}
      {Object.keys(errors).length > 0 && !errors['root'] && (
        <Banner kind="danger">Please correct the fields above. Nothing was saved yet.</Banner>
      )}
      <p className={adminPage.end}>
        <Button type="submit" kind="primary" busy={busy && 'Saving…'}>
          {confirm}
        </Button>
      </p>
      {unsavedDialog}
    </form>
  )
}
