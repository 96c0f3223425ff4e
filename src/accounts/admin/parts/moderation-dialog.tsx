/** A dialog to suspend a person, reinstate them or act as them. It asks for a reason, which is logged. */
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { formatPersonName } from '../../person-name.ts'
import { masqueradeAs, MasqueradeBody, suspendPerson, unsuspendPerson, type StaffPerson } from '../contract.ts'

import css from './roles-dialog.module.css'

export type ModerationKind = 'suspend' | 'unsuspend' | 'masquerade'

type ModerationDialogProps = {
  kind: ModerationKind
  person: StaffPerson
  onClose: () => void
  onChanged: () => Promise<void>
}

const endpoints = { suspend: suspendPerson, unsuspend: unsuspendPerson, masquerade: masqueradeAs }

const texts = {
  suspend: {
    title: 'Suspend',
    what: (name: string) => `${name} can’t use the shop anymore, and can only contact us.`,
    confirm: 'Suspend',
    busy: 'Suspending…',
  },
  unsuspend: {
    title: 'Reinstate',
    what: (name: string) => `${name} can use the shop again.`,
    confirm: 'Reinstate',
    busy: 'Reinstating…',
  },
  masquerade: {
    title: 'Masquerade',
    what: (name: string) =>
      `You act as ${name} in this browser, for an hour at most. You cannot pay, or change a password, an email or an owner. The workspace’s log shows it to ${name}.`,
    confirm: 'Act as this person',
    busy: 'Starting…',
  },
}

const parseWorkspaceId = (value: string | undefined) => (value ? Number(value) : undefined)

export const ModerationDialog = ({ kind, person, onClose, onChanged }: ModerationDialogProps) => {
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(MasqueradeBody), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { title, what, confirm, busy } = texts[kind]
  const name = formatPersonName(person)

  const hasChoice = kind === 'masquerade' && person.workspaces.length > 1

  const submit = form.handleSubmit(async body => {
    try {
      await call(endpoints[kind], { params: { id: String(person.id) }, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      // A colleague may have changed the account in the meantime.
      await onChanged()
      return
    }
    // The session is another user's now, so everything that this page loaded is stale.
    if (kind === 'masquerade') return location.assign('/')
    await onChanged()
    toast(kind === 'suspend' ? `${name} is suspended.` : `${name} is reinstated.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
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
            form="moderation"
            kind={kind === 'suspend' ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id="moderation" method="post" noValidate onSubmit={submit} className={css.form}>
        {hasChoice && (
          <SelectField label="Workspace" {...form.register('workspace_id', { setValueAs: parseWorkspaceId })}>
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
          hint="The ticket’s reference, and why."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
