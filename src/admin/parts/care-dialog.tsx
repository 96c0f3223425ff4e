/** Suspending, letting in again, acting as somebody: each asks for its reason, which stays in the records. */
import { useForm } from 'react-hook-form'

import { personName } from '#accounts/person-name.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { masqueradeAs, MasqueradeBody, suspendPerson, unsuspendPerson, type PersonFacts } from '../contract.ts'

import css from './roles-dialog.module.css'

export type CareKind = 'suspend' | 'unsuspend' | 'masquerade'

type CareDialogProps = {
  kind: CareKind
  person: PersonFacts
  onClose: () => void
  onChanged: () => Promise<void>
}

const endpoints = { suspend: suspendPerson, unsuspend: unsuspendPerson, masquerade: masqueradeAs }

const texts = {
  suspend: {
    title: 'Suspend',
    what: (name: string) => `${name} is turned away everywhere from now on, and can only contact us.`,
    confirm: 'Suspend',
    busy: 'Suspending…',
  },
  unsuspend: {
    title: 'Let in again',
    what: (name: string) => `${name} can use the shop again.`,
    confirm: 'Let in',
    busy: 'Letting in…',
  },
  masquerade: {
    title: 'Masquerade',
    what: (name: string) =>
      `You act as ${name} in this browser, for an hour at most. You cannot pay, or change a password, an email or an owner. ${name} finds it in the workspace’s log.`,
    confirm: 'Act as this person',
    busy: 'Going over…',
  },
}

const workspaceIdOf = (chosen: string | undefined) => (chosen ? Number(chosen) : undefined)

export const CareDialog = ({ kind, person, onClose, onChanged }: CareDialogProps) => {
  const toast = useToast()
  const form = useForm({ resolver: checkedBy(MasqueradeBody), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { title, what, confirm, busy } = texts[kind]
  const name = personName(person)

  const hasChoice = kind === 'masquerade' && person.workspaces.length > 1

  const carryOut = form.handleSubmit(async body => {
    try {
      await call(endpoints[kind], { params: { id: String(person.id) }, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      // What a colleague did meanwhile stands on the page behind.
      await onChanged()
      return
    }
    // Somebody else from here on: nothing that this page knows holds.
    if (kind === 'masquerade') return location.assign('/')
    await onChanged()
    toast(kind === 'suspend' ? `${name} is suspended.` : `${name} can come in again.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title={title}
      description={what(name)}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="care"
            kind={kind === 'suspend' ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id="care" method="post" noValidate onSubmit={carryOut} className={css.form}>
        {hasChoice && (
          <SelectField label="Workspace" {...form.register('workspace_id', { setValueAs: workspaceIdOf })}>
            <option value="">Where they work now</option>
            {person.workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          label="Reason"
          hint="A ticket’s reference, and what for."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
