-- After a question about what was delivered (or paid) at that moment, or refused because nobody knew it: when it is asked about next.
--
--   present time                            next
--   before the last mark                    the next mark, whether or not there was an answer
--   after it, and there was no answer       in an hour, for a day
--   else                                    never: null
create or replace function return_check_next(p_kind text, p_delivered_at timestamptz, p_is_answered boolean)
returns timestamptz language plpgsql stable as $$
declare
  marks constant interval[] := return_check_marks(p_kind);
  mark interval;
begin
  foreach mark in array marks loop
    if p_delivered_at + mark > now() then return p_delivered_at + mark; end if;
  end loop;
  if not p_is_answered and p_delivered_at + marks[cardinality(marks)] + interval '1 day' > now() then
    return now() + interval '1 hour';
  end if;
  return null;
end $$;
