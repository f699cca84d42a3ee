import type { Knex } from 'knex'

/**
 * A file goes with a message, an answer or a delivery. A question may ask for files: the text of its answer is then their names.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE package_questions DROP CONSTRAINT package_questions_question_type_check,
      ADD CONSTRAINT package_questions_question_type_check CHECK (question_type IN ('text', 'textarea', 'files'));
    -- A delivery that is undone gives its files back to who uploaded them.
    ALTER TABLE order_files ADD COLUMN question_id integer REFERENCES package_questions (id),
      ADD COLUMN delivery_id integer REFERENCES deliveries (id) ON DELETE SET NULL,
      ADD CONSTRAINT order_files_have_one_place CHECK (num_nonnulls(message_id, question_id, delivery_id) <= 1);
    CREATE INDEX order_files_delivery_id_idx ON order_files (delivery_id) WHERE delivery_id IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
