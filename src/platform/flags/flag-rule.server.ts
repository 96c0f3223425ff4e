/** The rule that decides whether a flag is on for a visitor. */
import { createHash } from 'node:crypto'

export type FlagState = {
  is_on: boolean
  /** The percentage of devices it is on for, besides the listed users and workspaces. */
  share: number
  user_ids: readonly number[]
  workspace_ids: readonly number[]
}

/** The visitor a flag is evaluated for. null means unknown. */
export type FlagVisitor = { device_id: string | null; user_id: number | null; workspace_id: number | null }

/** Returns a device's bucket from 0 to 100, stable per flag and independent between flags. */
export const getRolloutBucket = (key: string, device_id: string): number =>
  (createHash('sha256').update(`${key} ${device_id}`).digest().readUInt32BE() / 2 ** 32) * 100

export const isFlagOn = (
  key: string,
  { is_on, share, user_ids, workspace_ids }: FlagState,
  { device_id, user_id, workspace_id }: FlagVisitor,
): boolean =>
  is_on &&
  ((user_id !== null && user_ids.includes(user_id)) ||
    (workspace_id !== null && workspace_ids.includes(workspace_id)) ||
    share === 100 ||
    (device_id !== null && getRolloutBucket(key, device_id) < share))
