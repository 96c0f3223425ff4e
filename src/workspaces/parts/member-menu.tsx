import { Crown, Link2, Send, UserCog, UserMinus, type LucideIcon } from 'lucide-react'
import { useState, type ReactElement } from 'react'

import { useNotMine } from '#accounts/own-hand.tsx'
import { Menu, MenuGroup, MenuItem, MenuLine } from '#ui/menu.tsx'

import { taskLabels, type TaskKind } from './member-tasks.ts'

const icons: Record<TaskKind, LucideIcon> = {
  owner: Crown,
  role: UserCog,
  resend: Send,
  copy: Link2,
  revoke: UserMinus,
  remove: UserMinus,
}

type MemberMenuProps = { trigger: ReactElement; tasks: readonly TaskKind[]; onTask: (kind: TaskKind) => void }

/** Open from the start: its code is loaded by the first press. Staff who act as a member change nothing here. */
export const MemberMenu = ({ trigger, tasks, onTask }: MemberMenuProps) => {
  const [open, setOpen] = useState(true)
  const not_mine = useNotMine()
  const items = tasks.map(kind => {
    const isRemoval = kind === 'remove' || kind === 'revoke'
    return [
      isRemoval && <MenuLine key="line" />,
      <MenuItem
        key={kind}
        icon={icons[kind]}
        danger={isRemoval}
        disabled={not_mine !== undefined}
        onSelect={() => onTask(kind)}
      >
        {taskLabels[kind]}
      </MenuItem>,
    ]
  })
  return (
    <Menu trigger={trigger} open={open} onOpenChange={setOpen}>
      {not_mine === undefined ? items : <MenuGroup label={not_mine}>{items}</MenuGroup>}
    </Menu>
  )
}
