/**
 * Stores the state in one JSON file. Changes are made in memory and are on disk once `flush` resolves. The file is replaced by a
 * rename, so a process killed at any moment leaves the old or the new state, never a partial one.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DisputeEntity, PaymentEntity, RefundEntity } from './entities.ts'
import { createId } from './ids.ts'
import {
  NO_FAULTS,
  type PendingEvent,
  type RefundRequest,
  type SandboxState,
  type StoredOrder,
} from './state.ts'

const FORMAT = 1

interface StateFile extends Pick<SandboxState, 'accountId' | 'faults'> {
  format: typeof FORMAT
  orders: StoredOrder[]
  payments: PaymentEntity[]
  refunds: RefundEntity[]
  refundRequests: [string, RefundRequest][]
  /** Missing in files of an older version. */
  disputes?: DisputeEntity[]
  pendingEvents?: PendingEvent[]
}

export interface StateStore {
  readonly state: Readonly<SandboxState>
  /** The only way to change the state. `change` is synchronous, so no other change can interleave. */
  update<Result>(change: (state: SandboxState) => Result): Result
  /** Resolves when every change made so far is on disk. Changes made at the same time share one write. */
  flush(): Promise<void>
}

/**
 * @param file unset: the state is in memory only, and lost with the process
 * @throws Error if the file exists and is not a state of this sandbox
 */
export async function openStateStore(file: string | undefined): Promise<StateStore> {
  if (file) await mkdir(dirname(file), { recursive: true })
  const state = file ? await readState(file) : emptyState()
  let version = 0
  let savedVersion = 0
  let saving: Promise<void> | undefined

  async function save(): Promise<void> {
    const savingVersion = version
    if (file) await replaceFile(file, serialize(state))
    savedVersion = savingVersion
  }

  return {
    state,
    update(change) {
      const result = change(state)
      version += 1
      return result
    },
    async flush() {
      const wanted = version
      while (savedVersion < wanted) {
        saving ??= save().finally(() => {
          saving = undefined
        })
        await saving
      }
    },
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

function serialize({ orders, payments, refunds, refundRequests, disputes, ...rest }: SandboxState): string {
  const stored: StateFile = {
    format: FORMAT,
    ...rest,
    orders: [...orders.values()],
    payments: [...payments.values()],
    refunds: [...refunds.values()],
    refundRequests: [...refundRequests],
    disputes: [...disputes.values()],
  }
  return JSON.stringify(stored)
}

async function readState(file: string): Promise<SandboxState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return emptyState()
  const stored = parse(file, text)
  const { orders, payments, refunds, refundRequests, disputes = [] } = stored
  const { accountId, pendingEvents = [], faults } = stored
  return {
    accountId,
    orders: new Map(orders.map((order) => [order.entity.id, order])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    refunds: new Map(refunds.map((refund) => [refund.id, refund])),
    refundRequests: new Map(refundRequests),
    disputes: new Map(disputes.map((dispute) => [dispute.id, dispute])),
    pendingEvents,
    faults: { ...NO_FAULTS, ...faults },
  }
}

const emptyState = (): SandboxState => ({
  accountId: createId('acc'),
  orders: new Map(),
  payments: new Map(),
  refunds: new Map(),
  refundRequests: new Map(),
  disputes: new Map(),
  pendingEvents: [],
  faults: NO_FAULTS,
})

function parse(file: string, text: string): StateFile {
  const message = `${file} is not a state of this payment sandbox. Move it away to start with an empty one.`
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new Error(message, { cause })
  }
  // Only the sandbox writes the file, so checking its format number is enough.
  const stored = content as StateFile | null
  if (stored?.format !== FORMAT) throw new Error(message)
  return stored
}
