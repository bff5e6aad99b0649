-- The pages of a project show its domains and how the edge fares, so they are told of changes as of all others.
CREATE FUNCTION domain_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := coalesce(NEW.project_id, OLD.project_id);
BEGIN
  PERFORM tell_project(id, organization_id) FROM projects WHERE id = about;
  PERFORM pg_notify('roadstead_edge', about);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION edge_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('roadstead_projects', '*');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER domain_made AFTER INSERT OR DELETE ON domains
  FOR EACH ROW EXECUTE FUNCTION domain_changed();
--> statement-breakpoint
CREATE TRIGGER domain_moved AFTER UPDATE ON domains FOR EACH ROW
  WHEN ((OLD.service, OLD.port) IS DISTINCT FROM (NEW.service, NEW.port))
  EXECUTE FUNCTION domain_changed();
--> statement-breakpoint
CREATE FUNCTION domain_looked_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_project(id, organization_id) FROM projects WHERE id = NEW.project_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER domain_looked_at AFTER UPDATE ON domains FOR EACH ROW
  WHEN (OLD.findings IS DISTINCT FROM NEW.findings)
  EXECUTE FUNCTION domain_looked_at();
--> statement-breakpoint
CREATE TRIGGER edge_changed AFTER UPDATE ON edge_states FOR EACH ROW
  WHEN (OLD.problem IS DISTINCT FROM NEW.problem)
  EXECUTE FUNCTION edge_changed();
