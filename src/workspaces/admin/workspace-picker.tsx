/** Chooses a workspace by search; the arrow keys and Enter work. */
import { useRef, useState } from 'react'

import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listStaffWorkspaces } from './contract.ts'

import css from './workspace-picker.module.css'

export type PickedWorkspace = { id: number; name: string }

type WorkspacePickerProps = {
  value: PickedWorkspace | null
  onChange: (workspace: PickedWorkspace | null) => void
  error?: string | undefined
}

export const WorkspacePicker = ({ value, onChange, error }: WorkspacePickerProps) => {
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
  const workspaces = search.length >= 2 ? (data?.data ?? []) : []
  const moveFocus = (delta: number, current: Element | null) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    rows[rows.findIndex(row => row === current) + delta]?.focus()
  }
  return (
    <div className={css.picker}>
      <TextField
        dense
        label="Workspace"
        placeholder="Workspace name, or a member’s name or email"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            moveFocus(1, null)
          }
          const [first] = workspaces
          if (event.key === 'Enter') {
            event.preventDefault()
            if (first && workspaces.length === 1) onChange(first)
          }
        }}
        error={error}
        autoComplete="off"
      />
      {search.length >= 2 && (
        <ul ref={list} className={css.list} aria-label="Workspaces found">
          {workspaces.slice(0, 8).map(workspace => (
            <li key={workspace.id}>
              <button
                type="button"
                onClick={() => onChange({ id: workspace.id, name: workspace.name })}
                onKeyDown={event => {
                  const delta = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
                  if (delta === 0) return
                  event.preventDefault()
                  moveFocus(delta, event.currentTarget)
                }}
              >
                <span className={css.name}>{workspace.name}</span>
                <span className={css.owner}>{workspace.owner_email}</span>
              </button>
            </li>
          ))}
          {workspaces.length === 0 && (
            <li className={css.none}>{isFetching ? 'Searching…' : 'No workspace matches.'}</li>
          )}
        </ul>
      )}
    </div>
  )
}
