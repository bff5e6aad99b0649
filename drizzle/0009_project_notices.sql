-- Whoever changes what a project's pages show tells every process of it, and cannot forget to: who follows the
-- channel hears `organization:project`, or `*` when it is about the engine and so about all of them.
CREATE FUNCTION tell_project(project text, organization text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('roadstead_projects', coalesce(organization, '') || ':' || project)
$$;
--> statement-breakpoint
CREATE FUNCTION project_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_project(coalesce(NEW.id, OLD.id), coalesce(NEW.organization_id, OLD.organization_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION deployment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_project(NEW.project_id, NEW.organization_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION service_state_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := coalesce(NEW.project_id, OLD.project_id);
BEGIN
  PERFORM tell_project(id, organization_id) FROM projects WHERE id = about;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION engine_watch_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('roadstead_projects', '*');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER project_changed AFTER INSERT OR UPDATE OR DELETE ON projects
  FOR EACH ROW EXECUTE FUNCTION project_changed();
--> statement-breakpoint
CREATE TRIGGER deployment_made AFTER INSERT ON deployments
  FOR EACH ROW EXECUTE FUNCTION deployment_changed();
--> statement-breakpoint
CREATE TRIGGER deployment_changed AFTER UPDATE ON deployments FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.steps IS DISTINCT FROM NEW.steps)
  EXECUTE FUNCTION deployment_changed();
--> statement-breakpoint
CREATE TRIGGER service_state_changed AFTER INSERT OR UPDATE OR DELETE ON service_states
  FOR EACH ROW EXECUTE FUNCTION service_state_changed();
--> statement-breakpoint
CREATE TRIGGER engine_watch_changed AFTER UPDATE ON engine_watches FOR EACH ROW
  WHEN (OLD.away_at IS DISTINCT FROM NEW.away_at)
  EXECUTE FUNCTION engine_watch_changed();
