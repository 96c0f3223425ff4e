/** Chooses a workspace by searching: typed, then the arrows and Enter. */
import { useRef, useState } from 'react'

import { useCall } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffWorkspaces } from '../workspaces/contract.ts'

import css from './workspace-picker.module.css'

export type PickedWorkspace = { id: number; name: string }

type Props = {
  value: PickedWorkspace | null
  onChange: (workspace: PickedWorkspace | null) => void
  error?: string | undefined
}

export const WorkspacePicker = ({ value, onChange, error }: Props) => {
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const search = text.trim()
  const { data, isFetching } = useCall(listStaffWorkspaces, { query: { search } }, { enabled: search.length >= 2 })
  if (value)
    return (
      <p className={css.chosen}>
        <span>
          <strong>{value.name}</strong> <span className="mono">#{value.id}</span>
        </span>
        <Button size="sm" kind="quiet" onClick={() => onChange(null)}>
          Another workspace
        </Button>
      </p>
    )
  const found = search.length >= 2 ? (data?.data ?? []) : []
  const step = (by: number, from: Element | null) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    rows[rows.findIndex(row => row === from) + by]?.focus()
  }
  return (
    <div className={css.picker}>
      <TextField
        dense
        label="Workspace"
        placeholder="Its name, or somebody’s name or email"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            step(1, null)
          }
          const [only] = found
          if (event.key === 'Enter') {
            event.preventDefault()
            if (only && found.length === 1) onChange(only)
          }
        }}
        error={error}
        autoComplete="off"
      />
      {search.length >= 2 && (
        <ul ref={list} className={css.list} aria-label="Workspaces found">
          {found.slice(0, 8).map(workspace => (
            <li key={workspace.id}>
              <button
                type="button"
                onClick={() => onChange({ id: workspace.id, name: workspace.name })}
                onKeyDown={event => {
                  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
                  if (by === 0) return
                  event.preventDefault()
                  step(by, event.currentTarget)
                }}
              >
                <span className={css.name}>{workspace.name}</span>
                <span className={css.owner}>{workspace.owner_email}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={css.none}>{isFetching ? 'Looking…' : 'No workspace matches.'}</li>}
        </ul>
      )}
    </div>
  )
}
