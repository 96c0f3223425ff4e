import { Crown, Link2, Send, UserCog, UserMinus, type LucideIcon } from 'lucide-react'
import { useState, type ReactElement } from 'react'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#ui/menu.tsx'

import { memberTaskLabels, type MemberTaskKind } from './member-tasks.ts'

const icons: Record<MemberTaskKind, LucideIcon> = {
  owner: Crown,
  role: UserCog,
  resend: Send,
  copy: Link2,
  revoke: UserMinus,
  remove: UserMinus,
}

type MemberMenuProps = {
  trigger: ReactElement
  tasks: readonly MemberTaskKind[]
  onTask: (kind: MemberTaskKind) => void
}

/** Initially open, because the first click loads its code. Disabled during a masquerade. */
export const MemberMenu = ({ trigger, tasks, onTask }: MemberMenuProps) => {
  const [open, setOpen] = useState(true)
  const masqueradeNotice = useMasqueradeNotice()
  const items = tasks.map(kind => {
    const isRemoval = kind === 'remove' || kind === 'revoke'
    return [
      isRemoval && <MenuSeparator key="line" />,
      <MenuItem
        key={kind}
        icon={icons[kind]}
        danger={isRemoval}
        disabled={masqueradeNotice !== undefined}
        onSelect={() => onTask(kind)}
      >
        {memberTaskLabels[kind]}
      </MenuItem>,
    ]
  })
  return (
    <Menu trigger={trigger} open={open} onOpenChange={setOpen}>
      {masqueradeNotice === undefined ? items : <MenuGroup label={masqueradeNotice}>{items}</MenuGroup>}
    </Menu>
  )
}
