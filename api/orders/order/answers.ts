import type { Knex } from 'knex'
import type { QueryBuilder } from 'objection'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow, InvalidInput, NotFound } from '#api/platform/errors.ts'
import type { NewMail } from '#api/platform/mail/outbox.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderAnswer } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import type { User } from '#db/models/people/user.ts'
import { announce } from './announce.ts'
import { markReadyToStart } from './order-status.ts'
import { closeQuestion, settleWait } from './waits.ts'

/** Changes of answers within this time share one mail. */
const MAIL_AFTER_SECONDS = 600

interface SavedAnswers {
  orderId: number
  userId: number
  /** By the question's id. */
  answers: Record<string, string>
  /** Ids of all files of an answer, by the question's id. */
  files?: Record<string, string[]> | undefined
}

/**
 * Saves any subset of an order's answers. They can change until the order is completed or cancelled.
 * @throws NotFound unless it is the user's paid order; InvalidInput for a question of another package; Conflict order_completed,
 *   order_cancelled
 */
export async function saveAnswers(
  { db, jobs }: Services,
  { orderId, userId, answers, files = {} }: SavedAnswers,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await findOrThrow(
      Order.query(trx)
        .findById(orderId)
        .where({ userId })
        .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
        .forUpdate(),
      'Order',
    )
    if (ORDER_STATUS[order.status].isDone) {
      throw new Conflict('order_completed', 'The order is completed, so you can no longer change its answers')
    }
    if (ORDER_STATUS[order.status].isCancelled) {
      throw new Conflict('order_cancelled', 'The order is cancelled, so it needs no answers')
    }
    const { packageId } = order
    const questions = await PackageQuestion.query(trx).where({ packageId }).where(isAskedOf(orderId))
    const byId = new Map(questions.map((question) => [String(question.id), question]))
    const find = (id: string, { isForFiles }: { isForFiles: boolean }) => {
      const asked = byId.get(id)
      const path = `${isForFiles ? 'files' : 'answers'}.${id}`
      if (!asked) throw new InvalidInput(path, 'This question does not belong to the order')
      if ((asked.questionType === 'files') !== isForFiles)
        throw new InvalidInput(path, `This question asks for ${isForFiles ? 'a text' : 'files'}`)
      return asked
    }
    const toRow = ({ id: questionId, question }: PackageQuestion, answer: string) => ({
      orderId,
      questionId,
      question,
      answer,
      updatedAt: new Date(),
    })
    const rows = Object.entries(answers).map(([id, answer]) => toRow(find(id, { isForFiles: false }), answer))
    for (const [id, fileIds] of Object.entries(files)) {
      const asked = find(id, { isForFiles: true })
      const names = await replaceAnswerFiles(trx, { orderId, userId, questionId: asked.id, fileIds })
      rows.push(toRow(asked, names))
    }
    if (rows.length === 0) return
    const answered = await OrderAnswer.query(trx).where({ orderId })
    const given = new Map(answered.map(({ questionId, answer }) => [questionId, answer]))
    const isChanged = rows.some(({ questionId, answer }) => answer !== (given.get(questionId) ?? ''))
    const wereIn = areRequiredIn(questions, given)
    await OrderAnswer.query(trx)
      .insert(rows)
      .onConflict(['orderId', 'questionId'])
      .merge(['question', 'answer', 'updatedAt'])
    for (const { questionId, answer } of rows) given.set(questionId, answer)
    if (isChanged) await closeQuestion(trx, orderId)
    await settleWait(trx, orderId)
    const areIn = areRequiredIn(questions, given)
    if (areIn) {
      if (!wereIn && !order.answersInAt) await order.$query(trx).patch({ answersInAt: new Date() })
      await markReadyToStart(jobs, trx, order)
    }
    await announce(trx, orderId, {
      type: 'answers_saved',
      jobs,
      mails: [
        ...(areIn && isChanged ? await listStaffMails(trx, orderId, wereIn ? 'changed' : 'in') : []),
        {
          kind: 'answers_received',
          payload: { orderId },
          unlessWaiting: { orderId },
          afterSeconds: MAIL_AFTER_SECONDS,
        },
      ],
    })
  })
}

/** Whether all required questions are answered. @param given answers by the question's id */
function areRequiredIn(questions: PackageQuestion[], given: ReadonlyMap<number, string>): boolean {
  return questions.every(({ id, required }) => !required || given.get(id)?.trim())
}

/** To the staff still working on the order: at once when the required answers are in, delayed and merged for changes. */
async function listStaffMails(
  trx: Knex.Transaction,
  orderId: number,
  event: 'in' | 'changed',
): Promise<NewMail<'answers_in'>[]> {
  const assignments = await StaffAssignment.query(trx)
    .joinRelated('staff')
    .where({ orderId, 'staff.isStaff': true, 'staff.disabledAt': null })
    .whereNotIn('staffAssignments.status', statusesThat(ASSIGNMENT_STATUS, 'isDone'))
    .select('staffAssignments.id', 'staffId')
  return assignments.map(({ id: assignmentId, staffId }) => ({
    kind: 'answers_in',
    payload: { assignmentId, staffId, event },
    unlessWaiting: { assignmentId, staffId },
    afterSeconds: event === 'changed' ? MAIL_AFTER_SECONDS : undefined,
  }))
}

/** @throws NotFound unless the user owns the order, is assigned to it, or is an admin */
export async function listAnswers(db: Knex, orderId: number, user: User): Promise<OrderAnswer[]> {
  const order = await Order.query(db).findById(orderId)
  if (!order || !(user.isAdmin || order.userId === user.id || (await isAssigned(db, orderId, user)))) {
    throw new NotFound('Order')
  }
  return OrderAnswer.query(db)
    .where({ orderId })
    .join('package_questions', 'package_questions.id', 'order_answers.questionId')
    .orderBy(['package_questions.position', 'package_questions.id'])
    .select('order_answers.*')
}

async function isAssigned(db: Knex, orderId: number, user: User): Promise<boolean> {
  if (!user.isStaff) return false
  return (await StaffAssignment.query(db).where({ orderId, staffId: user.id }).resultSize()) > 0
}

/** Narrows a package's questions down to those that the order must or may answer. */
export const isAskedOf = (orderId: number) => (asked: QueryBuilder<PackageQuestion>) =>
  void asked.whereNull('retiredAt').orWhere({ onlyOrderId: orderId })

/** Lists the questions of the order's package and answered retired ones, each with its answer. */
export async function listQuestions(db: Knex, { id, packageId }: Pick<Order, 'id' | 'packageId'>) {
  const answers = await OrderAnswer.query(db).where({ orderId: id })
  const given = new Map(answers.map((answer) => [answer.questionId, answer]))
  const questions = await PackageQuestion.query(db).where({ packageId }).orderBy(['position', 'id'])
  const isAsked = (one: PackageQuestion) => one.retiredAt === null || one.onlyOrderId === id
  return questions
    .filter((asked) => isAsked(asked) || given.get(asked.id)?.answer)
    .map((asked) => ({
      id: asked.id,
      question: given.get(asked.id)?.question ?? asked.question,
      required: asked.required && isAsked(asked),
      answer: given.get(asked.id)?.answer ?? '',
    }))
}

interface AnswerFiles {
  orderId: number
  userId: number
  questionId: number
  /** The answer's complete new set of files; its other files are removed. */
  fileIds: readonly string[]
}

/**
 * @returns the answer's text: the names of its files
 * @throws InvalidInput if a file is not the user's complete upload to this order, or was sent elsewhere
 */
async function replaceAnswerFiles(
  trx: Knex.Transaction,
  { orderId, userId, questionId, fileIds }: AnswerFiles,
): Promise<string> {
  const ids = [...new Set(fileIds)]
  await OrderFile.query(trx).where({ orderId, questionId }).whereNotIn('id', ids).delete()
  const files = await OrderFile.query(trx)
    .whereIn('id', ids)
    .where({ orderId, uploaderId: userId, messageId: null, deliveryId: null })
    .where((free) => free.whereNull('questionId').orWhere({ questionId }))
    .whereIn('state', statusesThat(FILE_STATE, 'isKept'))
    .patch({ questionId })
    .returning(['name', 'createdAt', 'id'])
  if (files.length !== ids.length)
    throw new InvalidInput(
      `files.${questionId}`,
      'A file is no longer available. Please remove it or upload it again.',
    )
  return files
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id))
    .map(({ name }) => name)
    .join(', ')
}
