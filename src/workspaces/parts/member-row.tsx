import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { WorkspaceRole } from '#platform/actor.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'

import { roleLabels } from '../roles.ts'
import type { TeamMember } from '../team-contract.ts'
import { nameOf, tasksFor, type Task } from './member-tasks.ts'

import css from './member-row.module.css'

const MemberMenu = lazy(() => import('./member-menu.tsx').then(part => ({ default: part.MemberMenu })))

type MemberRowProps = {
  member: TeamMember
  /** The role of whoever looks. */
  mine: WorkspaceRole
  onTask: (task: Task) => void
}

const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const stateOf = ({ kind, is_expired, since }: TeamMember) => {
  const day = days.format(new Date(since))
  if (kind === 'member') return `Joined ${day}`
  return is_expired ? 'Invitation expired' : `Invited ${day}`
}

export const MemberRow = ({ member, mine, onTask }: MemberRowProps) => {
  const { email, avatar_url, role, kind, is_expired, is_you } = member
  const tasks = tasksFor(mine, member)
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
        {stateOf(member)}
      </span>
      {tasks.length > 0 && <Tasks name={name} tasks={tasks} onTask={kind => onTask({ kind, member })} />}
    </li>
  )
}

type TasksProps = { name: string; tasks: ReturnType<typeof tasksFor>; onTask: (kind: Task['kind']) => void }

/** The menu's code comes when it is first opened. */
const Tasks = ({ name, tasks, onTask }: TasksProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const closed = (
    <IconButton
      icon={Ellipsis}
      label={`What to do about ${name}`}
      className={css.menu}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <MemberMenu
        trigger={<IconButton icon={Ellipsis} label={`What to do about ${name}`} className={css.menu} />}
        tasks={tasks}
        onTask={onTask}
      />
    </Suspense>
  )
}
