/** Suspending, letting in again, acting as somebody: each asks for its reason, which stays in the records. */
import { personName } from '#accounts/person-name.ts'
import { call } from '#platform/call.ts'
import { useToast } from '#ui/toast.tsx'

import { masqueradeAs, suspendPerson, unsuspendPerson, type PersonFacts } from '../contract.ts'
import { ReasonDialog } from './reason-dialog.tsx'

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

export const CareDialog = ({ kind, person, onClose, onChanged }: CareDialogProps) => {
  const toast = useToast()
  const { what, ...words } = texts[kind]
  const name = personName(person)
  return (
    <ReasonDialog
      {...words}
      what={what(name)}
      hint="A ticket’s reference, and what for."
      danger={kind === 'suspend'}
      onClose={onClose}
      onConfirm={async reason => {
        await call(endpoints[kind], { params: { id: String(person.id) }, body: { reason } })
        // Somebody else from here on: nothing that this page knows holds.
        if (kind === 'masquerade') return location.assign('/')
        await onChanged()
        toast(kind === 'suspend' ? `${name} is suspended.` : `${name} can come in again.`, { kind: 'success' })
      }}
    />
  )
}
