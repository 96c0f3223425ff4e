import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { WorkspaceRole } from '#platform/actor.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'

import { roleLabels } from '../roles.ts'
import type { TeamMember } from '../team-contract.ts'
import { nameOf, listMemberTasks, type MemberTask } from './member-tasks.ts'

import css from './member-row.module.css'

const MemberMenu = lazy(() => import('./member-menu.tsx').then(part => ({ default: part.MemberMenu })))

type MemberRowProps = {
  member: TeamMember
  /** The role of the signed-in user. */
  viewerRole: WorkspaceRole
  onTask: (task: MemberTask) => void
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const formatStatus = ({ kind, is_expired, since }: TeamMember) => {
  const day = dateFormat.format(new Date(since))
  if (kind === 'member') return `Joined ${day}`
  return is_expired ? 'Invitation expired' : `Invited ${day}`
}

export const MemberRow = ({ member, viewerRole, onTask }: MemberRowProps) => {
  const { email, avatar_url, role, kind, is_expired, is_you } = member
  const tasks = listMemberTasks(viewerRole, member)
  const name = nameOf(member)
  return (
    <li className={css.row}>
      <Avatar name={name} url={avatar_url} kind="person" />
      <div className={css.who}>
        <span className={css.name}>
          {name}
          {is_you && <span className={css.you}> (you)</span>}
        </span>
        {name !== email && <span className={css.email}>{email}</span>}
      </div>
      <span className={css.role}>{roleLabels[role]}</span>
      <span className={cx(css.state, kind === 'invite' && (is_expired ? css.expired : css.waiting))}>
        {formatStatus(member)}
      </span>
      {tasks.length > 0 && <MemberTasks name={name} tasks={tasks} onTask={kind => onTask({ kind, member })} />}
    </li>
  )
}

type MemberTasksProps = {
  name: string
  tasks: ReturnType<typeof listMemberTasks>
  onTask: (kind: MemberTask['kind']) => void
}

/** Loads the menu’s code when it is first opened. */
const MemberTasks = ({ name, tasks, onTask }: MemberTasksProps) => {
  const [isOpened, setIsOpened] = useState(false)
  const closedMenu = (
    <IconButton icon={Ellipsis} label={`Actions for ${name}`} className={css.menu} onClick={() => setIsOpened(true)} />
  )
  if (!isOpened) return closedMenu
  return (
    <Suspense fallback={closedMenu}>
      <MemberMenu
        trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} className={css.menu} />}
        tasks={tasks}
        onTask={onTask}
      />
    </Suspense>
  )
}
